import { Download, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { AuditFilterForm } from '@/app/dashboard/audit/audit-filter-form'
import { AuditTable, ImportCard } from '@/app/dashboard/audit/audit-table'
import { LiveTail } from '@/app/dashboard/audit/live-tail'
import { findRecord, RecordDrawer } from '@/app/dashboard/audit/record-drawer'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { auditActionLabel } from '@/lib/audit/audit-actions'
import { admitsGroups, findImportRuns, listAuditRecords } from '@/lib/audit/list-audit-records'
import { nameAuditRecords } from '@/lib/audit/name-audit-records'
import type { Messages } from '@/lib/i18n/messages'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { listFrom } from '@/lib/web/list-from'
import { auditAddress, type AuditQuery, readAuditQuery } from '@/lib/web/audit-query'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 50

const page = definePage('/dashboard/audit')

export const generateMetadata = page.composeTitle(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.audit
  const open = parameter(await searchParams, 'record')
  const found = open === null ? null : await findRecord(open)
  if (!found?.ok) return texts.title
  const { action, outcome } = found.record
  const label = auditActionLabel(action, locale)
  // Without the word, a refused action would read as if it had happened.
  const heading = outcome === 'refused' ? `${label} (${texts.refused})` : label
  return pageTitle(heading, texts.title)
})

/**
 * The audit trail, newest first, filtered by the URL. `?record` opens one record, `?cursor`
 * continues the list, and `?each` shows every record of an import instead of one entry.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.audit
  const search = await searchParams
  const query = readAuditQuery((name) => parameter(search, name))
  const each = parameter(search, 'each') ? '1' : null
  const recordId = parameter(search, 'record')
  const { records, nextCursor, cursor } = await recordsFor(query, {
    cursor: parameter(search, 'cursor'),
    grouped: each === null,
  })
  const [names, imports] = await Promise.all([
    nameAuditRecords(records, principal),
    findImportRuns(records),
  ])
  const addressWith = (extra: Record<string, string | null>) =>
    auditAddress(query.typed, { each, ...extra })
  return (
    <>
      <div inert={recordId !== null} data-wide>
        <PageHeader title={texts.title} lead={texts.lead}>
          <div className="flex flex-wrap items-center gap-2">
            <Link
              className={buttonClasses({ variant: 'outline', size: 'sm' })}
              href="/dashboard/audit/verify"
              prefetch={false}
            >
              <ShieldCheck aria-hidden />
              {texts.verify.open}
            </Link>
            <ExportLink format="csv" label={texts.exportCsv} typed={query.typed} />
            <ExportLink format="ndjson" label={texts.exportNdjson} typed={query.typed} />
            {cursor ? null : <LiveTail label={texts.live} hint={texts.liveHint} />}
          </div>
        </PageHeader>
        <AuditFilterForm query={query} each={each} locale={locale} texts={texts} />
        {query.filters.import ? (
          <ImportCard
            importId={query.filters.import}
            hrefOf={(id) => addressWith({ cursor, record: id })}
            reader={principal}
            locale={locale}
            texts={texts}
          />
        ) : null}
        {query.faults.length > 0 ? (
          <Alert tone="danger">{texts.filters.fix}</Alert>
        ) : (
          <Card>
            {records.length > 0 ? (
              <AuditTable
                records={records}
                names={names}
                imports={imports}
                locale={locale}
                texts={texts}
                hrefOf={(id) => addressWith({ cursor, record: id })}
              />
            ) : (
              <Nothing query={query} texts={texts} />
            )}
            <Pager
              first={cursor && addressWith({})}
              next={nextCursor && addressWith({ cursor: nextCursor })}
              texts={{ first: texts.newest, next: texts.older }}
            />
          </Card>
        )}
        {query.faults.length === 0 && admitsGroups(query.filters) ? (
          <p className="mt-3 px-1 text-[0.8125rem] text-muted">
            {each ? texts.imports.ungrouped : texts.imports.grouped}{' '}
            <TextLink href={auditAddress(query.typed, { each: each ? null : '1' })}>
              {each ? texts.imports.group : texts.imports.ungroup}
            </TextLink>
          </p>
        ) : null}
      </div>
      {recordId ? (
        <RecordDrawer
          id={recordId}
          reader={principal}
          locale={locale}
          texts={texts}
          closeHref={addressWith({ cursor })}
        />
      ) : null}
    </>
  )
})

async function recordsFor(
  { filters, faults }: AuditQuery,
  { cursor, grouped }: { cursor: string | null; grouped: boolean },
) {
  const nothing = { records: [], nextCursor: null, cursor: null }
  if (faults.length > 0) return nothing
  const listed = await listFrom(
    cursor,
    (cursor) => listAuditRecords(filters, { limit: PAGE_SIZE, cursor, grouped }),
    ({ records }) => records.length === 0,
  )
  return listed.ok ? listed : nothing
}

function ExportLink({
  format,
  label,
  typed,
}: {
  format: string
  label: string
  typed: AuditQuery['typed']
}) {
  return (
    <a
      className={buttonClasses({ variant: 'outline', size: 'sm' })}
      href={auditAddress(typed, { format }, '/dashboard/audit/export')}
      download
    >
      <Download aria-hidden />
      {label}
    </a>
  )
}

interface NothingProps {
  query: AuditQuery
  texts: Messages['audit']
}

function Nothing({ query: { typed, filters }, texts }: NothingProps) {
  const filtered = Object.keys(typed).length > 0
  if (filters.import && Object.keys(typed).length === 1)
    return <EmptyState title={texts.imports.noRows} text="" />
  return (
    <EmptyState
      title={filtered ? texts.noMatchTitle : texts.emptyTitle}
      text={filtered ? texts.noMatchText : texts.emptyText}
    >
      {filtered ? (
        <TextLink alone href="/dashboard/audit">
          {texts.filters.clear}
        </TextLink>
      ) : null}
    </EmptyState>
  )
}
