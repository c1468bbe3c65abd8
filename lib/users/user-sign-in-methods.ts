import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { type LockedUser, touchUser } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { eraseFactors } from '@/lib/identity/mfa/factor.store'
import { type LinkedIdentity, listIdentitiesOf } from '@/lib/identity/oauth/identity.store'
import { countPasskeysOf, erasePasskeys } from '@/lib/identity/passkeys/passkey.store'
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
import { findSignInMethods, type SignInMethodsRow } from '@/lib/users/user-details.store'

export type UserSignInMethods = SignInMethodsRow & {
  identities: LinkedIdentity[]
  /** How many the user has. */
  passkeys: number
}

/**
 * A user's sign-in methods: password, connected providers, passkeys, two-step verification; needs
 * `users:read`. Returns whether they exist, never secrets.
 */
export async function getUserSignInMethods(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ signInMethods: UserSignInMethods }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  if (!isId(userId)) return refuse('not_found')
  const [row, identities, passkeys] = await Promise.all([
    findSignInMethods(db(), userId),
    listIdentitiesOf(db(), userId),
    countPasskeysOf(db(), { userId }),
  ])
  return row ? { ok: true, signInMethods: { ...row, identities, passkeys } } : refuse('not_found')
}

/**
 * Emails a user a link to choose a new password. The administrator neither chooses nor sees one,
 * and nothing changes until the link is used. Needs `users:activate`. Refuses `conflict` unless the
 * account is active: others get a different link. A service account gets none.
 */
export function sendPasswordReset(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { kind, status, email }: LockedUser) => {
    if (status === 'deleted') return refuseDeletedUser()
    if (kind === 'service') return refuse('conflict', { detail: NO_PASSWORD })
    if (status !== 'active') return refuse('conflict', { detail: NOT_ACTIVE })
    await queueMail(tx, { mail: 'reset_password', email }, ctx.now)
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.password_reset_sent' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

const NO_PASSWORD = 'This is a service account. It has no password.'
const NOT_ACTIVE =
  'This account is not active. Activate it, or resend the invitation if it is pending.'

/**
 * Turns off two-step verification for a user who lost the device: deletes the secret, recovery
 * codes and passkeys, ends every session, and notifies the owner by email. Needs
 * `users:activate`, the permission over who can sign in; not `users:email:change:any`, which
 * together with this would be enough to take over an account with two-step verification. Refuses
 * `mfa_not_enabled`, `conflict` for a deleted account, and `privilege_escalation` for the actor's
 * own: a hijacked session could otherwise remove the second factor without a password or code.
 */
export function resetUserMfa(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  const change = async (tx: Tx, before: LockedUser) => {
    const { id: userId } = before
    if (before.status === 'deleted') return refuseDeletedUser()
    if (userId === actor.userId) return refuse('privilege_escalation', { detail: OWN_MFA_REFUSED })
    const passkeys = await erasePasskeys(tx, userId)
    if (!before.mfaEnabledAt && passkeys === 0) return refuse('mfa_not_enabled')
    await eraseFactors(tx, userId)
    await touchUser(tx, userId, ctx.now)
    const ended = await revokeSessionsOf(tx, { userId, reason: 'mfa_reset' }, ctx)
    await notifyOwner(tx, { mail: 'mfa_reset', userId, at: ctx.now.toISOString() }, ctx.now)
    return {
      ok: true,
      details: {
        before: before.mfaEnabledAt ? 'enabled' : 'disabled',
        after: 'disabled',
        passkeys_removed: passkeys,
        sessions_ended: ended,
      },
    } as const
  }
  const act = { permission: 'users:activate', action: 'user.mfa_reset' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

const OWN_MFA_REFUSED =
  'Turn off your own two-step verification on your security page or with POST /auth/mfa/disable.'
