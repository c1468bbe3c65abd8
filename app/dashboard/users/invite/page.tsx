import { invite } from '@/app/dashboard/users/invite/actions'
import { Field } from '@/components/forms/fields'
import { Optional } from '@/components/forms/optional'
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

const page = definePage('/dashboard/users/invite')

export const generateMetadata = page.metadata

/** Invites a user by email, with the roles that the viewer may assign. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const { forms, users } = messages
  const texts = users.invitation
  const outcome = await readOutcome()
  const listed = await listRoleChoices(principal)
  const person = outcome?.values?.person ?? ''
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={
          can(principal, 'users:list') ? { href: '/dashboard/users', label: texts.back } : undefined
        }
      />
      <Card>
        <CardBody>
          <PageForm
            action={invite}
            locale={locale}
            outcome={outcome}
            notices={{ user_invited: formatMessage(texts.done, { person }) }}
            className="max-w-md"
          >
            <Field
              name="email"
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              label={forms.email}
              hint={texts.emailHint}
            />
            <Field
              name="name"
              autoComplete="off"
              maxLength={100}
              label={forms.name}
              aside={<Optional texts={forms} />}
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
