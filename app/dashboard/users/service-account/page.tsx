import { create } from '@/app/dashboard/users/service-account/actions'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody } from '@/components/ui/card'
import { RoleChecklist } from '@/components/users/role-checklist'
import { formatMessage } from '@/lib/i18n/format'
import { can } from '@/lib/platform/request-context'
import { listRoleChoices } from '@/lib/users/user-roles'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/users/service-account')

export const generateMetadata = page.metadata

/** Creates an account for other software, with the roles that the viewer may assign. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const { forms, users, userDetail } = messages
  const texts = users.serviceAccount
  const outcome = await readOutcome()
  const listed = await listRoleChoices(principal)
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
            <RoleChecklist
              choices={listed.ok ? listed.roles : null}
              fixed={texts.rolesFixed}
              messages={messages}
            />
            <div>
              <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
})
