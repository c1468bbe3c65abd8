import { administer, checkMayActOn } from '@/lib/access/administer'
import type { UserTarget } from '@/lib/accounts/change-user'
import { lockManagedUserForUpdate } from '@/lib/accounts/managed-user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockProviderAccess } from '@/lib/identity/account/account-locks.store'
import { changeLockedUserStatus, checkNotOwn } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount, type OwnDeletion } from '@/lib/identity/account/delete-own-account'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { checkVersion } from '@/lib/platform/check-version'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type {
  Actor,
  Principal,
  RequestContext,
  SessionPrincipal,
} from '@/lib/platform/request-context'
import { eraseAccount } from '@/lib/users/erasure/erase-account'

/**
 * Erases a user's account at once, deleted or not; needs `users:delete` and a recent sign-in. The
 * rules for deleting a user apply. You can't undo it.
 */
export async function eraseUser(
  actor: Principal,
  { password, ...target }: UserTarget & { password?: string | undefined },
  ctx: RequestContext,
): Promise<Outcome> {
  if (actor.kind !== 'session') return refuse('session_required')
  if (!isId(target.userId)) return refuse('not_found')
  const refusedAction = 'user.erasure_refused'
  const refusal = await checkRecentSignIn(actor, { password, refusedAction }, ctx)
  return refusal ?? eraseUserAs(actor, target, ctx)
}

/** The same for an actor who has proven themselves, or the operator of the server. */
export async function eraseUserAs(
  actor: Actor,
  { versions, ...target }: UserTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(target.userId)) return refuse('not_found')
  const userId = target.userId.toLowerCase()
  const audit = { action: 'user.erased', targetId: userId } as const
  return administer(ctx, { actor, permission: 'users:delete', audit }, async (tx) => {
    await lockProviderAccess(tx, userId)
    const before = await lockManagedUserForUpdate(tx, userId)
    if (!before) return refuse('not_found')
    const refused = checkVersion(before, versions) ?? (await checkMayActOn(tx, actor, userId))
    if (refused) return refused
    const by = { move: 'delete', actorId: actor.userId } as const
    const moved = await changeLockedUserStatus(tx, before, by, ctx)
    if (!moved.ok) return moved
    const own = checkNotOwn(actor, userId)
    if (own) return own
    const { details } = moved
    const about = { actorId: actor.userId, targetId: userId, outcome: 'ok' } as const
    if (details) await recordAudit(tx, ctx, { ...about, action: 'user.deleted', details })
    await eraseAccount(tx, { userId, actorId: actor.userId, reason: 'request' }, ctx)
    return { ok: true }
  })
}

/**
 * Erases one's own account at once. Proven like a deletion: with the password, or with a recent
 * sign-in if the account has none. Refuses as a deletion does.
 */
export function eraseOwnAccount(
  input: OwnDeletion,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { userId } = principal
  const request = { userId, actorId: userId, reason: 'request' } as const
  return deleteOwnAccount(input, principal, ctx, (tx) => eraseAccount(tx, request, ctx))
}
