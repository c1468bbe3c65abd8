import { CheckboxList } from '@/components/forms/choice-lists'
import { ListMarker } from '@/components/forms/hidden-fields'
import { type Messages, roleDescription } from '@/lib/i18n/messages'
import type { RoleChoice } from '@/lib/users/user-roles'

interface RoleChecklistProps {
  /** Null if the viewer may not choose roles. */
  choices: readonly RoleChoice[] | null
  /** Which role the account gets then. */
  fixed: string
  messages: Messages
}

/** The roles of a new account, of those that the viewer may assign. */
export function RoleChecklist({ choices, fixed, messages }: RoleChecklistProps) {
  if (!choices)
    return (
      <p className="text-[0.8125rem] text-muted">
        <ListMarker name="roles" />
        {fixed}
      </p>
    )
  const { roles, rolesHint } = messages.users.invitation
  return (
    <CheckboxList
      name="roles"
      label={roles}
      hint={rolesHint}
      options={choices
        .filter(({ grantable }) => grantable)
        .map((role) => ({
          value: role.name,
          label: role.name,
          hint: roleDescription(role, messages.roles),
          ticked: role.isSystem && role.name === 'user',
        }))}
    />
  )
}
