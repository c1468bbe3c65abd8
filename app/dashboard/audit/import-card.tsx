import { AuditTable } from '@/app/dashboard/audit/audit-table'
import { BackLink } from '@/components/ui/back-link'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { listAuditRecords } from '@/lib/audit/list-audit-records'
import { nameRecords } from '@/lib/audit/name-records'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'

/** More than an import ever has of its own: it starts and ends, at most twice. */
const OWN_RECORDS = 20

interface ImportCardProps {
  importId: string
  hrefOf(id: string): string
  reader: Principal
  locale: Locale
  texts: Messages['audit']
}

/** The records of an import itself, above those of the users that it created. */
export async function ImportCard({ importId, hrefOf, reader, locale, texts }: ImportCardProps) {
  const listed = await listAuditRecords({ target: importId }, { limit: OWN_RECORDS })
  const records = listed.ok ? listed.records : []
  return (
    <>
      <Card className="mb-6">
        <CardHeader title={texts.imports.title}>
          <BackLink href="/dashboard/audit">{texts.imports.all}</BackLink>
        </CardHeader>
        {records.length > 0 ? (
          <div className="mt-4 border-t border-line">
            <AuditTable
              records={records}
              names={await nameRecords(records, reader)}
              locale={locale}
              texts={texts}
              hrefOf={hrefOf}
            />
          </div>
        ) : (
          <CardBody className="pt-2 text-muted">{texts.imports.titleGone}</CardBody>
        )}
      </Card>
      <h2 className="mb-3 text-base font-semibold tracking-tight">{texts.imports.rows}</h2>
    </>
  )
}
