import { usersWithRole } from '@/app/dashboard/rbac/labels'
import { removeRole } from '@/app/dashboard/rbac/roles/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button, buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { ConfirmPopover } from '@/components/ui/popover'
import { isRoleInUse } from '@/lib/access/list-roles'
import type { PresentedRole } from '@/lib/access/present-role'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'

const POPOVER = 'delete-role'

interface DeleteRoleProps {
  role: PresentedRole
  actor: Principal
  locale: Locale
  messages: Messages
}

/**
 * Deletes the role after a confirmation that states the consequence. While users have the role,
 * links to them instead.
 */
export async function DeleteRole({ role, actor, locale, messages }: DeleteRoleProps) {
  const texts = messages.roles.remove
  const users = can(actor, 'users:list') ? usersWithRole(role.name) : null
  const used = role.user_count > 0 && (await isRoleInUse(role.id))
  return (
    <>
      <Button variant="dangerOutline" popoverTarget={POPOVER}>
        {texts.action}
      </Button>
      <ConfirmPopover
        id={POPOVER}
        title={formatMessage(used ? texts.usedTitle : texts.title, { name: role.name })}
        text={
          role.user_count === 0
            ? texts.text
            : formatCount(used ? texts.usedText : texts.deletedText, role.user_count, locale)
        }
        cancel={texts.cancel}
      >
        {used ? (
          users && (
            <a className={buttonClasses()} href={users}>
              {texts.showUsers}
            </a>
          )
        ) : (
          <PageForm
            action={removeRole}
            locale={locale}
            intent="delete"
            problemTexts={{ role_in_use: texts.inUse }}
            recoveryActions={{
              role_in_use: users && (
                <TextLink alone href={users}>
                  {texts.showUsers}
                </TextLink>
              ),
            }}
          >
            <input type="hidden" name="version" value={role.version} />
            <SubmitButton variant="danger" pendingText={messages.forms.pending}>
              {texts.confirm}
            </SubmitButton>
          </PageForm>
        )}
      </ConfirmPopover>
    </>
  )
}
