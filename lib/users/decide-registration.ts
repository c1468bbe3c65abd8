import { administer, checkMayActOn } from '@/lib/access/administer'
import { changeUser, type UserTarget } from '@/lib/accounts/change-user'
import { lockManagedUserForUpdate } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockProviderAccess } from '@/lib/identity/account/account-locks.store'
import { changeLockedUserStatus } from '@/lib/identity/account/change-user-status'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { checkVersion } from '@/lib/platform/check-version'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { eraseWaitingRegistration } from '@/lib/users/erasure/erase-account'

const refuseDecided = () =>
  refuse('conflict', { detail: 'This account isn’t waiting for approval.' })

/**
 * Approves a registration that waits for it: the account becomes active, and its owner is emailed.
 * Needs `users:activate`. Of concurrent decisions one wins; the others are refused with `conflict`,
 * or with `not_found` after the registration was declined.
 */
export function approveRegistration(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const act = { permission: 'users:activate', action: 'user.approved' } as const
  return changeUser(
    {
      actor,
      ...target,
      ...act,
      change: async (tx, before) => {
        if (!before.awaitsApproval) return refuseDecided()
        const by = { move: 'activate', actorId: actor.userId } as const
        const moved = await changeLockedUserStatus(tx, before, by, ctx)
        return moved.ok ? { ok: true, details: {} } : moved
      },
    },
    ctx,
  )
}

/**
 * Declines a registration that waits for approval: the account, which was never used, is erased,
 * its address is free again, and its owner is emailed, with the reason if one is given. Only the
 * actor and the time are kept. Needs `users:activate`. Of concurrent decisions one wins, as in
 * `approveRegistration`.
 */
export function declineRegistration(
  actor: Actor,
  { reason, versions, ...target }: Omit<UserTarget, 'partOf'> & { reason: string | null },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(target.userId)) return Promise.resolve(refuse('not_found'))
  const userId = target.userId.toLowerCase()
  const audit = { action: 'user.declined', targetId: userId } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    await lockProviderAccess(tx, userId)
    const before = await lockManagedUserForUpdate(tx, userId)
    if (!before) return refuse('not_found')
    const refused = checkVersion(before, versions) ?? (await checkMayActOn(tx, actor, userId))
    if (refused) return refused
    if (!before.awaitsApproval) return refuseDecided()
    const { email, locale } = await eraseWaitingRegistration(tx, userId, ctx.now)
    const notice = { email, locale: locale ?? undefined, ...(reason && { reason }) }
    await queueMail(tx, { mail: 'registration_declined', ...notice }, ctx.now)
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details: {} })
    return { ok: true }
  })
}
