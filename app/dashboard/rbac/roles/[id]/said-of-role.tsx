import { usersWithRole } from '@/app/dashboard/rbac/roles/user-count'
import { Alert } from '@/components/ui/alert'
import { TextLink } from '@/components/ui/text-link'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { draftAddress, type RoleDraft } from '@/lib/web/role-draft'

interface SaidOfRoleProps {
  role: PresentedRole
  actor: Principal
  messages: Messages
  outcome: FormOutcome | null
  /** A draft of a version of the role that is not the present one. */
  stale: RoleDraft | null
}

/** What is said above the role: what a post came to, and that a draft was overtaken. */
export function SaidOfRole({ role, actor, messages, outcome, stale }: SaidOfRoleProps) {
  const { roles, problems } = messages
  const notices: Record<string, string> = {
    role_created: roles.newRole.created,
    role_saved: roles.detail.saved,
  }
  const notice = outcome?.notice ? notices[outcome.notice] : undefined
  // A refused save speaks in its own form, a draft that was overtaken below.
  const refused = outcome?.code && outcome.form !== 'save' && !stale ? outcome.code : null
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {stale ? (
          <Alert tone="warning">
            <p className="font-medium">{roles.stale.title}</p>
            <p>{roles.stale.text}</p>
            <TextLink alone href={draftAddress(role.id, { ...stale, version: role.version }, 'review')}>
              {roles.stale.reapply}
            </TextLink>
          </Alert>
        ) : refused === 'role_in_use' ? (
          <Alert tone="danger">
            <p>{roles.remove.inUse}</p>
            {can(actor, 'users:list') ? (
              <TextLink alone href={usersWithRole(role.name)}>
                {roles.remove.showUsers}
              </TextLink>
            ) : null}
          </Alert>
        ) : refused ? (
          <Alert tone="danger">{problems[refused].text}</Alert>
        ) : null}
      </div>
    </>
  )
}
