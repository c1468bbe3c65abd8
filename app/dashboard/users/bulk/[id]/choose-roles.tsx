import { changeBulkAction } from '@/app/dashboard/users/bulk/[id]/actions'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { TickList } from '@/components/forms/tick-list'
import { roleDescription } from '@/lib/i18n/role-description'
import type { RoleChoice } from '@/lib/users-admin/list-role-choices'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { roleFieldName } from '@/lib/web/role-fields'

interface ChooseRolesProps extends BulkViewProps {
  choices: readonly RoleChoice[]
  outcome: FormOutcome | null
}

/** Which roles the selected users get or lose. Those that the viewer cannot give are not there to be added. */
export function ChooseRoles({ choices, outcome, bulk, locale, messages }: ChooseRolesProps) {
  const texts = messages.bulkActions.roles
  const adds = bulk.kind === 'add_roles'
  return (
    <PageForm action={changeBulkAction} locale={locale} outcome={outcome} intent="roles" className="max-w-md">
      <TickList
        name="roles"
        label={adds ? texts.addLabel : texts.removeLabel}
        hint={adds ? texts.addHint : undefined}
        options={choices
          .filter(({ grantable }) => grantable || !adds)
          .map((role) => ({
            name: roleFieldName(role.id),
            value: role.name,
            label: role.name,
            hint: roleDescription(role, messages.roles),
            ticked: bulk.roleIds.includes(role.id),
          }))}
      />
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}
