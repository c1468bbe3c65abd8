import { tellOwner } from '@/lib/inbox/tell-owner'
import { forgetDevices } from '@/lib/login-guard/known-device.store'
import { eraseFactors, holdFactors } from '@/lib/mfa/factor.store'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import { touchUser, type HeldUser } from '@/lib/users/managed-user.store'

/**
 * Turns somebody's second factor off who has lost it: secret, recovery codes and known devices are gone, every session ends, and a
 * mail tells the owner. Needs `users:activate`, the permission over who gets in; not `users:email:change:any`, which with this
 * would be enough to take over an account that has a factor. Refuses `mfa_not_enabled`, `conflict` for a deleted account, and
 * `privilege_escalation` for one's own: whoever borrowed a session would be rid of the factor without password or code.
 */
export function resetUserMfa(actor: Principal, target: UserTarget, ctx: RequestContext): Promise<Outcome> {
  const change = async (tx: Tx, before: HeldUser) => {
    const { id: userId } = before
    if (before.status === 'deleted') return refuseDeleted()
    if (userId === actor.userId) return refuse('privilege_escalation', { detail: OWN })
    if (!before.mfaEnabledAt) return refuse('mfa_not_enabled')
    await eraseFactors(tx, userId)
    await touchUser(tx, userId, ctx.now)
    await forgetDevices(tx, userId)
    const ended = await revokeSessionsOf(tx, { userId, reason: 'mfa_reset', now: ctx.now })
    await tellOwner(tx, { mail: 'mfa_reset', userId, at: ctx.now.toISOString() }, ctx.now)
    return {
      ok: true,
      details: { before: 'enabled', after: 'disabled', sessions_ended: ended },
    } as const
  }
  const act = { permission: 'users:activate', action: 'user.mfa_reset' } as const
  return changeUser({ actor, ...target, ...act, holdFirst: holdFactors, change }, ctx)
}

const OWN = 'Turn off your own two-step verification on your security page or with POST /auth/mfa/disable.'
