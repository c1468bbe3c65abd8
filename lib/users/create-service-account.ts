import { administer } from '@/lib/access/administer'
import { replaceRolesOf } from '@/lib/access/user-roles.store'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { insertServiceAccount } from '@/lib/accounts/user.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { checkRecentForRoles, findRolesToGrant } from '@/lib/users/user-roles'

/**
 * Creates an account for other software. It is active at once, has roles like a person, and can do
 * nothing until an API key is created for it: there is no password, no mailbox, and no way to sign
 * in. Needs `users:activate`, and for roles the same as an invitation.
 */
export async function createServiceAccount(
  actor: Principal,
  { name, roles }: { name: string; roles: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const audit = {
    action: 'service_account.created',
    details: { roles: [...roles] },
  } satisfies AuditAttempt
  const old = await checkRecentForRoles(actor, roles, ctx.now)
  if (old) return old
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const granted = await findRolesToGrant(tx, actor, roles)
    if (!granted.ok) return granted
    const userId = await insertServiceAccount(tx, {
      name,
      createdById: actor.userId,
      now: ctx.now,
    })
    await replaceRolesOf(tx, userId, granted.roleIds)
    const patch = { target: `users/${userId}`, op: 'invalidate' } as const
    await publishPatch(tx, { permission: 'users:list' }, patch)
    await recordAudit(tx, ctx, {
      ...audit,
      outcome: 'ok',
      actorId: actor.userId,
      targetId: userId,
    })
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}
