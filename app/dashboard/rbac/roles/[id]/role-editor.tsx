import { draftField, type RoleDraft } from '@/app/dashboard/rbac/roles/role-draft'
import { PermissionChoice, RoleTextFields } from '@/app/dashboard/rbac/roles/role-fields'
import { QueryForm } from '@/components/forms/bare-forms'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/form-controls'
import type { OwnPermission } from '@/lib/access/catalog'
import type { PresentedRole } from '@/lib/access/present-role'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { pagePath } from '@/lib/web/page-address'
import { fieldErrorText } from '@/lib/web/refusals'

interface RoleEditorProps {
  role: PresentedRole
  actor: Principal
  own: readonly OwnPermission[]
  locale: Locale
  messages: Messages
  /** The unsaved input; null shows the role as it is. */
  draft: RoleDraft | null
  /** Problem codes by field name. */
  faults: Record<string, string>
}

/** The form of a role. It only leads to the review of the change. */
export function RoleEditor({ role, actor, own, locale, messages, draft, faults }: RoleEditorProps) {
  const texts = messages.roles.detail
  const shown = draft ?? { ...role, dropRetired: false }
  const errors = Object.fromEntries(
    Object.entries(faults).map(([field, code]) => [field, fieldErrorText(code, locale, { field })]),
  )
  return (
    <Card>
      <CardHeader title={texts.editTitle} lead={texts.editLead} />
      <CardBody>
        <QueryForm
          action={pagePath('/dashboard/rbac/roles/[id]', role.id)}
          values={{ name: shown.name, description: shown.description }}
          errors={errors}
          className="grid gap-6"
        >
          <input type="hidden" name="version" value={role.version} />
          <input type="hidden" name="step" value="review" />
          <RoleTextFields messages={messages} />
          <PermissionChoice
            chosen={shown.permissions}
            own={own}
            held={actor.permissions}
            toField={draftField}
            messages={messages}
          />
          {role.retired_permissions.length > 0 ? (
            <RetiredPermissions
              names={role.retired_permissions}
              drop={shown.dropRetired}
              texts={texts}
            />
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{texts.preview}</Button>
            {draft ? (
              <a
                className={buttonClasses({ variant: 'outline' })}
                href={pagePath('/dashboard/rbac/roles/[id]', role.id)}
              >
                {texts.discard}
              </a>
            ) : null}
          </div>
        </QueryForm>
      </CardBody>
    </Card>
  )
}

interface RetiredPermissionsProps {
  names: readonly string[]
  /** Whether the box that removes them is checked; undefined hides it. */
  drop?: boolean
  texts: Messages['roles']['detail']
}

/** The retired permissions of a role: without effect unless they return. */
export function RetiredPermissions({ names, drop, texts }: RetiredPermissionsProps) {
  return (
    <section className="rounded-lg border border-warning-line bg-warning-soft p-4">
      <h3 className="text-sm font-medium">{texts.retiredTitle}</h3>
      <p className="mt-1 text-[0.8125rem] text-muted">{texts.retiredText}</p>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 font-mono text-[0.8125rem]">
        {names.map((name) => (
          <li key={name} className="min-w-0 break-all">
            {name}
          </li>
        ))}
      </ul>
      {drop === undefined ? null : (
        <label className="mt-2 flex min-h-6 items-center gap-2.5">
          <Checkbox
            key={String(drop)}
            name="drop_retired"
            value="on"
            defaultChecked={drop}
            className="mt-0"
          />
          {texts.dropRetired}
        </label>
      )}
    </section>
  )
}
