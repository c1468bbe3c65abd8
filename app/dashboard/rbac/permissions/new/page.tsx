import { addPermission } from '@/app/dashboard/rbac/permissions/new/actions'
import { PermissionForm } from '@/app/dashboard/rbac/permissions/permission-form'
import { PageHeader } from '@/components/layout/page-header'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'
import { PERMISSIONS } from '@/lib/web/permission-forms'
import { pageLanguage } from '@/lib/web/preferences'

export const generateMetadata = pageMetadata('/dashboard/rbac/permissions/new')

/** Creates a permission of an application. */
export default async function Page() {
  await requirePage('/dashboard/rbac/permissions/new')
  const { locale, messages } = await pageLanguage()
  const texts = messages.permissions.form
  return (
    <>
      <PageHeader
        title={texts.newTitle}
        lead={texts.newLead}
        back={{ href: PERMISSIONS, label: texts.back }}
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
}
