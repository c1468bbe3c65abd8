import { Check, Minus } from 'lucide-react'
import { describePermission } from '@/app/dashboard/rbac/labels'
import { editPermissionPath } from '@/app/dashboard/rbac/permissions/permission-fields'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { BreakableText } from '@/components/ui/breakable-text'
import { TextLink } from '@/components/ui/links'
import type { ListedPermission } from '@/lib/access/catalog'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { whoPath } from '@/lib/web/explorer-query'

interface PermissionTableProps {
  label: string
  groups: readonly { group: string | null; permissions: readonly ListedPermission[] }[]
  /** The user's permissions. */
  held: ReadonlySet<string>
  /** Whether the rows link to their form. */
  editable?: boolean
  messages: Messages
}

/** Permissions, those of each group under its heading. */
export function PermissionTable({ label, groups, held, editable, messages }: PermissionTableProps) {
  const texts = messages.permissions
  return (
    <Table label={label}>
      <thead>
        <tr>
          <ColumnHeader>{texts.permission}</ColumnHeader>
          <ColumnHeader className="max-sm:hidden">{texts.meaning}</ColumnHeader>
          <ColumnHeader className="text-center">{texts.held}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{texts.who}</span>
          </ColumnHeader>
        </tr>
      </thead>
      {groups.map(({ group, permissions }) => (
        <tbody key={group ?? ''}>
          {group === null ? null : (
            <tr>
              <th
                scope="rowgroup"
                colSpan={4}
                className="px-4 pt-4 pb-1 text-left text-xs font-medium break-words text-muted"
              >
                {group}
              </th>
            </tr>
          )}
          {permissions.map((permission) => (
            <PermissionRow
              key={permission.name}
              permission={permission}
              held={held.has(permission.name)}
              editable={editable === true}
              messages={messages}
            />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

interface PermissionRowProps {
  permission: ListedPermission
  held: boolean
  editable: boolean
  messages: Messages
}

function PermissionRow({ permission, held, editable, messages }: PermissionRowProps) {
  const { name, retired, application, privileged } = permission
  const texts = messages.permissions
  const meaning = meaningOf(permission, messages)
  const Icon = held ? Check : Minus
  return (
    <tr>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-[0.8125rem] break-words">
            <BreakableText text={name} after=":" />
          </span>
          {retired ? (
            <Badge tone="warning">{application ? texts.deletedLabel : texts.retired}</Badge>
          ) : null}
          {application && privileged && !retired ? <Badge>{texts.privileged}</Badge> : null}
        </span>
        <span className="block break-words text-muted sm:hidden">{meaning}</span>
      </Cell>
      <Cell className="break-words text-muted max-sm:hidden">{meaning}</Cell>
      <Cell>
        <Icon aria-hidden className={`mx-auto size-4 ${held ? 'text-success' : 'text-muted'}`} />
        <span className="sr-only">{held ? texts.heldYes : texts.heldNo}</span>
      </Cell>
      <Cell className="text-right">
        <span className="inline-flex flex-wrap justify-end gap-x-4">
          {editable && !retired ? (
            <TextLink
              alone
              href={editPermissionPath(name)}
              aria-label={formatMessage(texts.editOf, { permission: name })}
              className="whitespace-nowrap"
            >
              {texts.edit}
            </TextLink>
          ) : null}
          <TextLink
            alone
            href={whoPath(name)}
            aria-label={formatMessage(texts.whoOf, { permission: name })}
            className="whitespace-nowrap"
          >
            {texts.who}
          </TextLink>
        </span>
      </Cell>
    </tr>
  )
}

function meaningOf(
  { name, retired, application, description }: ListedPermission,
  messages: Messages,
): string {
  const { retiredText, deletedText } = messages.permissions
  if (application) return retired ? `${description} – ${deletedText}` : description
  return retired ? retiredText : describePermission(name, messages)
}
