import { changeUser } from '@/app/dashboard/users/[id]/actions'
import { RoleBox } from '@/app/dashboard/users/[id]/role-box'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { RoleChoice } from '@/lib/users-admin/list-role-choices'

/** The roles of the person: a form for who may give and take them, else a list. `choices` is null where there is no form. */
export function RolesCard({ choices, ...view }: ViewProps & { choices: readonly RoleChoice[] | null }) {
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
}: ViewProps & { choices: readonly RoleChoice[] }) {
  const texts = messages.userDetail.roles
  return (
    <PageForm action={changeUser} locale={locale} intent="roles">
      {/* Without it, what somebody else saved meanwhile would be undone unseen. */}
      <input type="hidden" name="version" value={user.version} />
      <fieldset className="overflow-hidden rounded-lg border border-line">
        <legend className="sr-only">{texts.title}</legend>
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
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}
