import { queueMail } from '@/lib/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import type { HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Mails somebody who was invited, or imported without a password, the link with which they choose one; links of earlier mails go on
 * working until they run out. Needs `users:activate`. Refuses `conflict` once the account is in use, and for a deleted or deactivated one.
 */
export function resendInvitation(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId, status, awaitsInvited }: HeldUser) => {
    if (status === 'deleted') return refuseDeleted()
    if (!awaitsInvited) return refuse('conflict', { detail: 'This account has no open invitation.' })
    await queueMail(tx, { mail: 'invitation', userId, at: ctx.now.toISOString() }, ctx.now)
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.invitation_resent' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
