import { PersonLink } from '@/app/dashboard/rbac/person-link'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { Holder } from '@/lib/rbac-admin/list-holders'
import { whyAddress } from '@/lib/web/explorer-query'

interface HolderTableProps {
  holders: readonly Holder[]
  permission: string
  actor: Principal
  messages: Messages
}

/** People who have a permission, one a row, with the roles that give it to them. */
export function HolderTable({ holders, permission, actor, messages }: HolderTableProps) {
  const texts = messages.explorer
  const { columns } = texts
  return (
    <Table label={texts.tabs.who}>
      <thead>
        <tr>
          <ColumnHeader>{columns.person}</ColumnHeader>
          <ColumnHeader className="max-sm:hidden">{columns.roles}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {holders.map((holder) => (
          <tr key={holder.id}>
            <Cell>
              <PersonLink person={holder} link={can(actor, 'users:read')} />
              <span className="block text-[0.8125rem] break-words text-muted sm:hidden">
                {columns.roles}: {holder.roles.join(', ')}
              </span>
            </Cell>
            <Cell className="break-words text-muted max-sm:hidden">{holder.roles.join(', ')}</Cell>
            <Cell className="text-right">
              <TextLink
                alone
                href={whyAddress(holder.id, permission)}
                aria-label={formatMessage(texts.whyOf, { person: holder.email ?? holder.id })}
              >
                {texts.whyLink}
              </TextLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
