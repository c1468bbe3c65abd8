import { PermissionMeaning } from '@/app/dashboard/rbac/permission-meaning'
import { saveRoles } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { ListCheckbox, ListError } from '@/components/forms/choice-lists'
import { ListMarker } from '@/components/forms/hidden-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import type { GrantedPermission } from '@/lib/access/user-roles.store'
import { formatMessage } from '@/lib/i18n/format'
import { type Messages, roleDescription } from '@/lib/i18n/messages'
import type { RoleChoice } from '@/lib/users/user-roles'
import { whyPath } from '@/lib/web/explorer-query'
import { pagePath } from '@/lib/web/page-address'

/**
 * The user's roles: a form if the viewer may change them, otherwise a list. `choices` is null if
 * there is no form.
 */
export function RolesCard({
  choices,
  ...view
}: UserCardProps & { choices: readonly RoleChoice[] | null }) {
  const { messages, user } = view
  const texts = messages.userDetail.roles
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody className="grid gap-4">
        {choices ? (
          <RolesForm {...view} choices={choices} />
        ) : user.roles.length > 0 ? (
          <ul className="flex flex-wrap gap-1.5">
            {user.roles.map((role) => (
              <li key={role} className="min-w-0">
                <Badge className="max-w-full whitespace-normal break-all">{role}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p>{texts.none}</p>
        )}
        {user.status === 'deleted' ? <p className="text-muted">{texts.restoreFirst}</p> : null}
      </CardBody>
    </Card>
  )
}

function RolesForm({
  locale,
  messages,
  user,
  limits,
  choices,
}: UserCardProps & { choices: readonly RoleChoice[] }) {
  const texts = messages.userDetail.roles
  return (
    <PageForm action={saveRoles} locale={locale} intent="roles">
      {/* Without it, a change saved by someone else in the meantime would be silently undone. */}
      <input type="hidden" name="version" value={user.version} />
      <fieldset className="min-w-0 overflow-clip rounded-lg border border-line">
        <legend className="sr-only">{texts.title}</legend>
        <ListMarker name="roles" />
        <ul className="divide-y divide-line">
          {choices.map((role) => (
            <RoleBox
              key={role.id}
              role={role}
              held={user.roles.includes(role.name)}
              kept={limits.lastAdministrator && role.isSystem && role.name === 'admin'}
              messages={messages}
            />
          ))}
        </ul>
      </fieldset>
      <ListError name="roles" />
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}

interface RoleBoxProps {
  role: RoleChoice
  held: boolean
  /** Cannot be removed: there would be no administrator left. */
  kept: boolean
  messages: Messages
}

/** A role checkbox. One that cannot be assigned or removed says why. */
export function RoleBox({ role, held, kept, messages }: RoleBoxProps) {
  const texts = messages.userDetail.roles
  const description = roleDescription(role, messages.roles)
  const id = `role-${role.id}`
  const reason = kept ? texts.kept : role.grantable ? null : notGrantable(role, texts)
  return (
    <li className="has-[:enabled]:hover:bg-hover">
      {/* Browsers don't post disabled boxes. */}
      {held && reason !== null ? <input type="hidden" name="roles" value={role.name} /> : null}
      <label className="flex items-start gap-3 px-4 py-3 has-[:enabled]:cursor-pointer">
        <ListCheckbox
          name="roles"
          value={role.name}
          preset={held}
          disabled={reason !== null}
          aria-describedby={`${id}-about`}
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{role.name}</span>
            {role.isSystem ? <Badge>{texts.system}</Badge> : null}
          </span>
          <span id={`${id}-about`} className="block text-[0.8125rem] text-muted">
            {description ? <span className="block break-words">{description}</span> : null}
            {reason ? <span className="block break-words">{reason}</span> : null}
          </span>
        </span>
      </label>
    </li>
  )
}

function notGrantable({ missing }: RoleChoice, texts: Messages['userDetail']['roles']): string {
  return missing.length > 0
    ? formatMessage(texts.notGrantableFor, { permissions: missing.join(', ') })
    : texts.notGrantable
}

/** The user's permissions and the roles that grant them. */
export function PermissionsCard({
  messages,
  user,
  permissions,
}: UserCardProps & { permissions: readonly GrantedPermission[] }) {
  const texts = messages.userDetail.permissions
  const header = (
    <CardHeader title={texts.title} lead={texts.lead}>
      <TextLink alone href={whyPath(user.id)}>
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
                    <PermissionMeaning name={name} messages={messages} />
                  </span>
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-x-3">
                    {/* Everyone who sees this card may open role pages. */}
                    {roles.map(({ id, name: role }) => (
                      <TextLink
                        key={id}
                        alone
                        href={pagePath('/dashboard/rbac/roles/[id]', id)}
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
