import { bulkReason } from '@/app/dashboard/users/bulk/bulk-words'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/view-props'
import { Card, CardFooter, CardHeader } from '@/components/ui/card'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { PersonCell } from '@/components/users/person-cell'
import { UserStatusBadge } from '@/components/users/user-status-badge'
import { formatMessage } from '@/lib/i18n/format-message'
import type { BulkPerson } from '@/lib/user-bulk/bulk-facts.store'

interface PeopleCardProps extends BulkViewProps {
  title: string
  /** `code` says why somebody is left as they are; null for the others. */
  people: readonly { person: BulkPerson; code: string | null }[]
  /** How many there are in all. */
  count: number
  linkUsers: boolean
}

/** The first users of one outcome, each with status or with the reason. Nothing where there are none. */
export function PeopleCard({ title, people, count, linkUsers, bulk, locale, messages }: PeopleCardProps) {
  const texts = messages.bulkActions
  if (people.length === 0) return null
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const reasons = people.some(({ code }) => code !== null)
  return (
    <Card>
      <CardHeader title={title} />
      <div className="mt-4 border-t border-line">
        <Table label={title} className="table-fixed">
          <thead>
            <tr>
              <ColumnHeader>{texts.columns.user}</ColumnHeader>
              <ColumnHeader className="w-32 max-sm:hidden">{texts.columns.status}</ColumnHeader>
              {reasons ? <ColumnHeader className="w-2/5">{texts.columns.reason}</ColumnHeader> : null}
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, code }) => (
              <tr key={person.id}>
                <Cell>
                  <PersonCell {...person} href={linkUsers ? `/dashboard/users/${person.id}` : null} />
                </Cell>
                <Cell className="max-sm:hidden">
                  <UserStatusBadge status={person.status} texts={messages.users.statuses} />
                </Cell>
                {reasons ? <Cell>{code === null ? null : bulkReason(code, bulk.kind, texts)}</Cell> : null}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {count > people.length ? (
        <CardFooter>
          {formatMessage(texts.firstOf, { shown: number(people.length), count: number(count) })}
        </CardFooter>
      ) : null}
    </Card>
  )
}
