import type { Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { queueMail } from '@/lib/mail/queue-mail'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { dropAttempts } from '@/lib/registration/attempt.store'
import { deleteUnconfirmed } from '@/lib/registration/unconfirmed.store'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import { writeEmail, type HeldUser } from '@/lib/users/managed-user.store'
import { maskEmail } from '@/lib/users/mask-email'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Gives a user another (normalized) address, at once: it counts as unconfirmed until the link in the mail to it is used. The old
 * address is told, links that were sent to it are dead, sessions go on. An unconfirmed registration of the new address gives way.
 * Refuses `email_taken`, `conflict` for a deleted account, and `privilege_escalation` for one's own: whoever borrowed a session would
 * have the account without its password.
 */
export function changeUserEmail(
  actor: Principal,
  { email, ...target }: UserTarget & { email: string },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: HeldUser) => {
    if (before.status === 'deleted') return refuseDeleted()
    if (before.id === actor.userId) return refuse('privilege_escalation', { detail: OWN })
    if (before.email === email) return { ok: true, details: null } as const
    await deleteUnconfirmed(tx, [email])
    if (!(await writeEmailOnce(tx, { userId: before.id, email, now: ctx.now }))) return refuse('email_taken')
    await discardEmailTokens(tx, { userId: before.id })
    // Whoever registered the old address has nothing to do with the new one.
    await dropAttempts(tx, before.id)
    await tellBoth(tx, before, ctx.now)
    return { ok: true, details: { before: maskEmail(before.email), after: maskEmail(email) } } as const
  }
  const act = { permission: 'users:email:change:any', action: 'user.email_changed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

function writeEmailOnce(tx: Tx, by: { userId: string; email: string; now: Date }): Promise<boolean> {
  return writeEmail(tx, { ...by, verifiedAt: null }).catch((error: unknown) => {
    // Somebody registered with it between the look and the write.
    throw isUniqueViolation(error) ? new RefusedError(refuse('email_taken')) : error
  })
}

async function tellBoth(
  tx: Tx,
  { id: userId, email: to, awaitsInvited }: HeldUser,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await tellOwner(tx, { mail: 'address_changed', userId, to, at }, now)
  await queueMail(tx, { mail: awaitsInvited ? 'invitation' : 'confirm_address', userId, at }, now)
}

const OWN = 'Change your own email address on your account page or with POST /me/email.'
