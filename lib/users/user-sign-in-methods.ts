import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { type LockedUser, touchUser } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { eraseFactors, lockFactorsForUpdate } from '@/lib/identity/mfa/factor.store'
import { type LinkedIdentity, listIdentitiesOf } from '@/lib/identity/oauth/identity.store'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db, type Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  type Actor,
  can,
  type Principal,
  type RequestContext,
} from '@/lib/platform/request-context'
import { forgetDevices } from '@/lib/protection/login-guard/login-guard.store'
import { readSignInMethods, type SignInMethodsRow } from '@/lib/users/user-details.store'

export type UserSignInMethods = SignInMethodsRow & { identities: LinkedIdentity[] }

/**
 * How somebody signs in: password, connected providers, second factor; needs `users:read`. Says
 * that they are there, not what they are.
 */
export async function getUserSignInMethods(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ waysIn: UserSignInMethods }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  if (!isId(userId)) return refuse('not_found')
  const [row, identities] = await Promise.all([
    readSignInMethods(db(), userId),
    listIdentitiesOf(db(), userId),
  ])
  return row ? { ok: true, waysIn: { ...row, identities } } : refuse('not_found')
}

/**
 * Mails a user the link with which they choose a new password; the administrator neither chooses
 * nor sees one, and until the link is used nothing changes. Needs `users:activate`. Refuses
 * `conflict` unless the account is active: others have their own ways in.
 */
export function sendPasswordReset(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { status, email }: LockedUser) => {
    if (status === 'deleted') return refuseDeletedUser()
    if (status !== 'active') return refuse('conflict', { detail: NOT_ACTIVE })
    await queueMail(tx, { mail: 'reset_password', email }, ctx.now)
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.password_reset_sent' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

const NOT_ACTIVE =
  'This account is not active. Activate it, or resend the invitation if it is still open.'

/**
 * Turns somebody's second factor off who has lost it: secret, recovery codes and known devices are
 * gone, every session ends, and a mail tells the owner. Needs `users:activate`, the permission over
 * who gets in; not `users:email:change:any`, which with this would be enough to take over an
 * account that has a factor. Refuses `mfa_not_enabled`, `conflict` for a deleted account, and
 * `privilege_escalation` for one's own: whoever borrowed a session would be rid of the factor
 * without password or code.
 */
export function resetUserMfa(
  actor: Principal,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  const change = async (tx: Tx, before: LockedUser) => {
    const { id: userId } = before
    if (before.status === 'deleted') return refuseDeletedUser()
    if (userId === actor.userId) return refuse('privilege_escalation', { detail: OWN_MFA_REFUSED })
    if (!before.mfaEnabledAt) return refuse('mfa_not_enabled')
    await eraseFactors(tx, userId)
    await touchUser(tx, userId, ctx.now)
    await forgetDevices(tx, userId)
    const ended = await revokeSessionsOf(tx, { userId, reason: 'mfa_reset', now: ctx.now })
    await notifyOwner(tx, { mail: 'mfa_reset', userId, at: ctx.now.toISOString() }, ctx.now)
    return {
      ok: true,
      details: { before: 'enabled', after: 'disabled', sessions_ended: ended },
    } as const
  }
  const act = { permission: 'users:activate', action: 'user.mfa_reset' } as const
  return changeUser({ actor, ...target, ...act, holdFirst: lockFactorsForUpdate, change }, ctx)
}

const OWN_MFA_REFUSED =
  'Turn off your own two-step verification on your security page or with POST /auth/mfa/disable.'
