import { AuditTable } from '@/app/dashboard/audit/audit-table'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { nameRecords } from '@/lib/audit/name-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { Principal } from '@/lib/platform/request-context'
import { auditAddress } from '@/lib/web/audit-query'

/** What the person did and what was done to the account lately, and where the rest is. */
export async function TrailCard({
  locale,
  messages,
  user,
  records,
  reader,
}: ViewProps & { records: readonly AuditRecord[]; reader: Principal }) {
  const texts = messages.userDetail.trail
  const byPerson = { actor: user.id }
  const onAccount = { target: user.id }
  const filterOf = new Map(
    records.map(({ id, actor_id }) => [id, actor_id === user.id ? byPerson : onAccount]),
  )
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      {records.length > 0 ? (
        <div className="mt-4 border-t border-line">
          <AuditTable
            records={records}
            names={await nameRecords(records, reader)}
            locale={locale}
            texts={messages.audit}
            hrefOf={(id) => auditAddress(filterOf.get(id)!, { record: id })}
          />
        </div>
      ) : (
        <CardBody className="pt-3">{texts.none}</CardBody>
      )}
      <CardFooter>
        <TextLink alone href={auditAddress(byPerson)}>
          {texts.by}
        </TextLink>
        <TextLink alone href={auditAddress(onAccount)}>
          {texts.on}
        </TextLink>
      </CardFooter>
    </Card>
  )
}
