import { create } from '@/app/dashboard/users/service-account/actions'
import { CheckboxList } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format'
import { roleDescription } from '@/lib/i18n/messages'
import { can } from '@/lib/platform/request-context'
import { listRoleChoices } from '@/lib/users/user-roles'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'
import { roleFieldName } from '@/lib/web/users-query'

export const generateMetadata = pageMetadata('/dashboard/users/service-account')

/** Creates an account for other software, with the roles that the viewer may assign. */
export default async function Page() {
  const { principal } = await requirePage('/dashboard/users/service-account')
  const { locale, messages } = await pageLanguage()
  const { forms, users, userDetail } = messages
  const texts = users.serviceAccount
  const outcome = await readOutcome()
  const listed = await listRoleChoices(principal)
  const roles = listed.ok ? listed.roles.filter(({ grantable }) => grantable) : null
  const person = outcome?.values?.person ?? ''
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={
          can(principal, 'users:list')
            ? { href: '/dashboard/users', label: users.invitation.back }
            : undefined
        }
      />
      <Card>
        <CardBody>
          <PageForm
            action={create}
            locale={locale}
            outcome={outcome}
            notices={{
              service_account_created: formatMessage(userDetail.serviceAccount.done, { person }),
            }}
            className="max-w-md"
          >
            <Field
              name="name"
              autoComplete="off"
              maxLength={100}
              required
              label={forms.name}
              hint={texts.nameHint}
            />
            {roles ? (
              <CheckboxList
                name="roles"
                label={users.invitation.roles}
                hint={users.invitation.rolesHint}
                options={roles.map((role) => ({
                  name: roleFieldName(role.id),
                  value: role.name,
                  label: role.name,
                  hint: roleDescription(role, messages.roles),
                  ticked: role.isSystem && role.name === 'user',
                }))}
              />
            ) : (
              <p className="text-[0.8125rem] text-muted">{texts.rolesFixed}</p>
            )}
            <div>
              <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
}
