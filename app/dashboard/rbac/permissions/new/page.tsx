import { addPermission } from '@/app/dashboard/rbac/permissions/new/actions'
import { PermissionForm } from '@/app/dashboard/rbac/permissions/permission-form'
import { PageHeader } from '@/components/layout/page-header'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/rbac/permissions/new')

export const generateMetadata = page.metadata

/** Creates a permission of an application. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.permissions.form
  return (
    <>
      <PageHeader
        title={texts.newTitle}
        lead={texts.newLead}
        back={{ href: pagePath('/dashboard/rbac/permissions'), label: texts.back }}
      />
      <PermissionForm
        action={addPermission}
        permission={null}
        outcome={await readOutcome()}
        locale={locale}
        messages={messages}
      />
    </>
  )
})
