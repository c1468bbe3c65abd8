import { PermissionMeaning } from '@/app/dashboard/rbac/permission-meaning'
import { RetiredPermissions } from '@/app/dashboard/rbac/roles/[id]/role-editor'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import type { PresentedRole } from '@/lib/access/present-role'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import type { ProblemCode } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { whoPath } from '@/lib/web/explorer-query'

interface ReadOnlyRoleProps {
  role: PresentedRole
  actor: Principal
  /** Why the role cannot be changed. */
  refusal: ProblemCode
  messages: Messages
}

/** A role that the reader cannot change: why, and its permissions. */
export function ReadOnlyRole({ role, actor, refusal, messages }: ReadOnlyRoleProps) {
  const texts = messages.roles.detail
  return (
    <div className="grid gap-6">
      <Alert tone="info">
        <p className="font-medium">
          {refusal === 'system_role_immutable' ? texts.systemTitle : texts.beyondTitle}
        </p>
        <p>{whyNot(role, actor, refusal, messages)}</p>
      </Alert>
      <Card>
        <CardHeader title={texts.permissionsTitle} />
        {role.permissions.length === 0 ? (
          <CardBody className="pt-2 text-muted">{texts.noPermissions}</CardBody>
        ) : (
          <div className="mt-4 border-t border-line">
            <PermissionList names={role.permissions} messages={messages} />
          </div>
        )}
      </Card>
      {role.retired_permissions.length > 0 ? (
        <RetiredPermissions names={role.retired_permissions} texts={texts} />
      ) : null}
    </div>
  )
}

function whyNot(
  role: PresentedRole,
  actor: Principal,
  refusal: ProblemCode,
  messages: Messages,
): string {
  const texts = messages.roles.detail
  if (refusal === 'system_role_immutable') return texts.systemText
  if (refusal !== 'privilege_escalation') return messages.problems[refusal].text
  const lacking = role.permissions.filter((name) => !actor.permissions.has(name))
  return formatMessage(texts.beyondText, { permissions: lacking.join(', ') || texts.beyondRetired })
}

function PermissionList({ names, messages }: { names: readonly string[]; messages: Messages }) {
  const { permissions, roles } = messages
  return (
    <Table label={roles.detail.permissionsTitle}>
      <thead>
        <tr>
          <ColumnHeader>{permissions.permission}</ColumnHeader>
          <ColumnHeader className="max-sm:hidden">{permissions.meaning}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{permissions.who}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <Cell>
              <span className="font-mono text-[0.8125rem] break-all">{name}</span>
              <span className="block text-muted sm:hidden">
                <PermissionMeaning name={name} messages={messages} />
              </span>
            </Cell>
            <Cell className="text-muted max-sm:hidden">
              <PermissionMeaning name={name} messages={messages} />
            </Cell>
            <Cell className="text-right">
              <TextLink
                alone
                href={whoPath(name)}
                aria-label={formatMessage(permissions.whoOf, { permission: name })}
                className="whitespace-nowrap"
              >
                {permissions.who}
              </TextLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
