import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { GrantedPermission } from '@/lib/users-admin/user-view.store'
import { whyAddress } from '@/lib/web/explorer-query'

/** What the person may do, and which role each of it comes from. */
export function PermissionsCard({
  messages,
  user,
  permissions,
}: ViewProps & { permissions: readonly GrantedPermission[] }) {
  const texts = messages.userDetail.permissions
  const header = (
    <CardHeader title={texts.title} lead={texts.lead}>
      <TextLink alone href={whyAddress(user.id)}>
        {messages.explorer.title}
      </TextLink>
    </CardHeader>
  )
  if (permissions.length === 0)
    return (
      <Card>
        {header}
        <CardBody className="pt-3">{texts.none}</CardBody>
      </Card>
    )
  return (
    <Card>
      {header}
      {user.status === 'active' ? null : (
        <CardBody className="pt-3 pb-0">
          <Alert tone="warning">{texts.inactive}</Alert>
        </CardBody>
      )}
      <div className="mt-4 border-t border-line">
        <Table label={texts.title}>
          <thead>
            <tr>
              <ColumnHeader>{texts.permission}</ColumnHeader>
              <ColumnHeader>{texts.from}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {permissions.map(({ name, roles }) => (
              <tr key={name}>
                <Cell>
                  <span className="block font-mono text-[0.8125rem] break-all">{name}</span>
                  <span className="block text-[0.8125rem] text-muted">
                    {messages.permissions.meanings[name as PermissionName]}
                  </span>
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-x-3">
                    {/* Who sees this card may open the pages of roles. */}
                    {roles.map(({ id, name: role }) => (
                      <TextLink
                        key={id}
                        alone
                        href={`/dashboard/rbac/roles/${id}`}
                        className="max-w-full break-all"
                      >
                        {role}
                      </TextLink>
                    ))}
                  </span>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
