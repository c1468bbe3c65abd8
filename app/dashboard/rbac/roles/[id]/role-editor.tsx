import { RetiredPermissions } from '@/app/dashboard/rbac/roles/[id]/retired-permissions'
import { PermissionChoice } from '@/app/dashboard/rbac/roles/permission-choice'
import { RoleWords } from '@/app/dashboard/rbac/roles/role-words'
import { QueryForm } from '@/components/forms/query-form'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { fieldErrorText } from '@/lib/web/refused-state'
import type { Principal } from '@/lib/platform/request-context'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import { ROLES, type RoleDraft } from '@/lib/web/role-draft'

interface RoleEditorProps {
  role: PresentedRole
  actor: Principal
  locale: Locale
  messages: Messages
  /** What was typed so far; null shows the role as it is. */
  draft: RoleDraft | null
  /** The code of what is wrong with a field. */
  faults: Record<string, string>
}

/** The form of a role. It only leads to the page that shows what the change would do. */
export function RoleEditor({ role, actor, locale, messages, draft, faults }: RoleEditorProps) {
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
          action={`${ROLES}/${role.id}`}
          values={{ name: shown.name, description: shown.description }}
          errors={errors}
          className="grid gap-6"
        >
          <input type="hidden" name="version" value={role.version} />
          <input type="hidden" name="step" value="review" />
          <RoleWords messages={messages} />
          <PermissionChoice chosen={shown.permissions} held={actor.permissions} messages={messages} />
          {role.retired_permissions.length > 0 ? (
            <RetiredPermissions names={role.retired_permissions} drop={shown.dropRetired} texts={texts} />
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{texts.preview}</Button>
            {draft ? (
              <a className={buttonClasses({ variant: 'outline' })} href={`${ROLES}/${role.id}`}>
                {texts.discard}
              </a>
            ) : null}
          </div>
        </QueryForm>
      </CardBody>
    </Card>
  )
}
