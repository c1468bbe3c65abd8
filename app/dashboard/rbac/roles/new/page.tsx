import { addRole } from '@/app/dashboard/rbac/roles/new/actions'
import { PermissionChoice, RoleTextFields } from '@/app/dashboard/rbac/roles/role-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { listOwnPermissions } from '@/lib/access/catalog'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/rbac/roles/new')

export const generateMetadata = page.metadata

/** Creates a role. No user has it yet, so there is no effect to review. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.roles.newRole
  const outcome = await readOutcome()
  const own = await listOwnPermissions()
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: pagePath('/dashboard/rbac/roles'), label: messages.roles.all }}
      />
      <Card>
        <CardBody>
          <PageForm action={addRole} locale={locale} outcome={outcome} className="gap-6">
            <RoleTextFields messages={messages} />
            <PermissionChoice
              chosen={outcome?.lists?.permissions ?? []}
              own={own}
              held={principal.permissions}
              messages={messages}
            />
            <div className="flex flex-wrap gap-2">
              <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
              <a
                className={buttonClasses({ variant: 'outline' })}
                href={pagePath('/dashboard/rbac/roles')}
              >
                {texts.cancel}
              </a>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
})
