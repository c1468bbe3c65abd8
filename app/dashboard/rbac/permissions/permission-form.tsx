import { editPermissionPath } from '@/app/dashboard/rbac/permissions/permission-fields'
import { FormCheckbox } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import type { VersionedPermission } from '@/lib/access/catalog'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface PermissionFormProps {
  action: FormAction
  /** Null for a new one. */
  permission: VersionedPermission | null
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** The fields of a permission of an application. A name never changes. */
export function PermissionForm({
  action,
  permission,
  outcome,
  locale,
  messages,
}: PermissionFormProps) {
  const { form, remove } = messages.permissions
  const outdated = lostUpdate(messages, editPermissionPath(permission?.name ?? ''))
  const stored: Record<string, string> = permission
    ? { description: permission.description, group: permission.group ?? '' }
    : {}
  return (
    <Card>
      <CardBody>
        <PageForm
          action={action}
          locale={locale}
          intent="save"
          outcome={outcome}
          values={stored}
          recoveryActions={outdated.recoveryActions}
          problemTexts={{ ...outdated.problemTexts, privilege_escalation: remove.beyondSave }}
          className="max-w-xl gap-6"
        >
          {permission ? (
            <VersionField version={permission.version} />
          ) : (
            <Field
              name="name"
              label={form.name}
              hint={form.nameHint}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          <Field
            name="description"
            label={form.description}
            hint={form.descriptionHint}
            maxLength={300}
            autoComplete="off"
          />
          <Field
            name="group"
            label={form.group}
            hint={form.groupHint}
            maxLength={64}
            autoComplete="off"
            aside={<Optional texts={messages.forms} />}
          />
          <div className="flex items-start gap-2.5">
            <FormCheckbox
              id="privileged"
              name="privileged"
              value="on"
              preset={permission?.privileged}
              aria-describedby="privileged-about"
              className="mt-1"
            />
            <div className="min-w-0 py-0.5">
              <label htmlFor="privileged" className="block text-sm font-medium">
                {form.privileged}
              </label>
              <p id="privileged-about" className="text-[0.8125rem] text-muted">
                {form.privilegedHint}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            <SubmitButton pendingText={messages.forms.pending}>
              {permission ? form.save : form.submit}
            </SubmitButton>
            <a
              className={buttonClasses({ variant: 'outline' })}
              href={pagePath('/dashboard/rbac/permissions')}
            >
              {form.cancel}
            </a>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
