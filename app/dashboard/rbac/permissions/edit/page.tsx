import { MissingRecord } from '@/app/dashboard/missing-record'
import { removePermission, savePermission } from '@/app/dashboard/rbac/permissions/edit/actions'
import { editPermissionPath } from '@/app/dashboard/rbac/permissions/permission-fields'
import { PermissionForm } from '@/app/dashboard/rbac/permissions/permission-form'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { ConfirmedForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { findPermission } from '@/lib/access/catalog'
import { formatMessage } from '@/lib/i18n/format'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/rbac/permissions/edit')

export const generateMetadata = page.metadata

/** Changes or deletes the permission of an application in `?name`. */
export default page.render(async ({ principal, searchParams }) => {
  const permission = await findPermission(parameter(await searchParams, 'name') ?? '')
  if (!permission || permission.retired) return <MissingRecord kind="permission" />
  const { locale, messages } = await pageLanguage()
  const { form, remove } = messages.permissions
  const { name, privileged } = permission
  const outcome = await readOutcome()
  const outdated = lostUpdate(messages, editPermissionPath(name))
  const problemTexts = { privilege_escalation: remove.beyond }
  return (
    <>
      <PageHeader
        title={form.editTitle}
        lead={name}
        back={{ href: pagePath('/dashboard/rbac/permissions'), label: form.back }}
      />
      <RefusalAlert
        outcome={outcome}
        locale={locale}
        forms={['delete']}
        problemTexts={problemTexts}
        recoveryActions={outdated.recoveryActions}
      />
      <PermissionForm
        action={savePermission}
        permission={permission}
        outcome={outcome}
        locale={locale}
        messages={messages}
      />
      <div className="mt-6">
        {privileged && !principal.permissions.has(name) ? (
          <p className="text-[0.8125rem] text-muted">{remove.beyond}</p>
        ) : (
          <ConfirmedForm
            action={removePermission}
            intent="delete"
            button={remove.button}
            title={formatMessage(remove.title, { name })}
            text={remove.text}
            cancel={remove.cancel}
            problemTexts={problemTexts}
            recoveryActions={outdated.recoveryActions}
            danger
            locale={locale}
          >
            <VersionField version={permission.version} />
          </ConfirmedForm>
        )}
      </div>
    </>
  )
})
