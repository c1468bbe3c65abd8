import { queueMail } from '@/lib/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import type { HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Mails a user the link with which they choose a new password; the administrator neither chooses nor sees one, and until the link is
 * used nothing changes. Needs `users:activate`. Refuses `conflict` unless the account is active: others have their own ways in.
 */
export function sendPasswordReset(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { status, email }: HeldUser) => {
    if (status === 'deleted') return refuseDeleted()
    if (status !== 'active') return refuse('conflict', { detail: NOT_ACTIVE })
    await queueMail(tx, { mail: 'reset_password', email }, ctx.now)
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.password_reset_sent' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

const NOT_ACTIVE = 'This account is not active. Activate it, or resend the invitation if it is still open.'
