import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { AuditFilterForm } from '@/app/dashboard/audit/audit-filter-form'
import { AuditTable } from '@/app/dashboard/audit/audit-table'
import { LiveTail } from '@/app/dashboard/audit/live-tail'
import { RecordDrawer } from '@/app/dashboard/audit/record-drawer'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { listAuditRecords } from '@/lib/audit/list-audit-records'
import { namePeople } from '@/lib/audit/name-people'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress, readAuditQuery, type AuditQuery } from '@/lib/web/audit-query'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PAGE_SIZE = 50

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.audit.title }
}

/** The audit trail, newest first, by the filters of the address. `?record` opens one record, `?cursor` continues the list. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  await requirePage('/dashboard/audit')
  const { locale, messages } = await pageLanguage()
  const texts = messages.audit
  const asked = await searchParams
  const query = readAuditQuery((name) => parameter(asked, name))
  const cursor = parameter(asked, 'cursor')
  const recordId = parameter(asked, 'record')
  const { records, nextCursor } = await recordsFor(query, cursor)
  const people = await namePeople(records)
  return (
    <>
      <div inert={recordId !== null}>
        <PageHeader title={texts.title} lead={texts.lead}>
          <div className="flex flex-wrap items-center gap-2">
            {cursor ? null : <LiveTail label={texts.live} hint={texts.liveHint} />}
            <ExportLink format="csv" label={texts.exportCsv} typed={query.typed} />
            <ExportLink format="ndjson" label={texts.exportNdjson} typed={query.typed} />
          </div>
        </PageHeader>
        <AuditFilterForm query={query} texts={texts} />
        {query.faults.length > 0 ? (
          <Alert tone="danger">{texts.filters.fix}</Alert>
        ) : (
          <Card>
            {records.length > 0 ? (
              <AuditTable
                records={records}
                people={people}
                locale={locale}
                texts={texts}
                hrefOf={(id) => auditAddress(query.typed, { cursor, record: id })}
              />
            ) : (
              <Nothing filtered={cursor !== null || Object.keys(query.typed).length > 0} texts={texts} />
            )}
            <Pager
              first={cursor && auditAddress(query.typed)}
              next={nextCursor && auditAddress(query.typed, { cursor: nextCursor })}
              texts={{ first: texts.newest, next: texts.older }}
            />
          </Card>
        )}
      </div>
      {recordId ? (
        <RecordDrawer
          id={recordId}
          locale={locale}
          texts={texts}
          closeHref={auditAddress(query.typed, { cursor })}
        />
      ) : null}
    </>
  )
}

async function recordsFor({ filters, faults }: AuditQuery, cursor: string | null) {
  if (faults.length > 0) return { records: [], nextCursor: null }
  const asked = await listAuditRecords(filters, { limit: PAGE_SIZE, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok ? asked : await listAuditRecords(filters, { limit: PAGE_SIZE })
  return listed.ok ? listed : { records: [], nextCursor: null }
}

function ExportLink({ format, label, typed }: { format: string; label: string; typed: AuditQuery['typed'] }) {
  return (
    <Button asChild variant="outline" size="sm">
      <a href={auditAddress(typed, { format }, '/dashboard/audit/export')} download>
        <Download aria-hidden />
        {label}
      </a>
    </Button>
  )
}

function Nothing({ filtered, texts }: { filtered: boolean; texts: Messages['audit'] }) {
  return (
    <NothingHere
      title={filtered ? texts.noMatchTitle : texts.emptyTitle}
      text={filtered ? texts.noMatchText : texts.emptyText}
    >
      {filtered ? (
        <TextLink alone href="/dashboard/audit">
          {texts.filters.clear}
        </TextLink>
      ) : null}
    </NothingHere>
  )
}
