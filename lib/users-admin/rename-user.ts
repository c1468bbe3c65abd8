import type { Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import { writeName, type HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Gives a user another name, or none; needs `users:activate`. The record says that it changed, not from what to what: the trail cannot
 * be corrected, and a name is personal data. Refuses `conflict` for a deleted account.
 */
export function renameUser(
  actor: Actor,
  { name, ...target }: UserTarget & { name: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: HeldUser) => {
    if (before.status === 'deleted') return refuseDeleted()
    if (before.name === name) return { ok: true, details: null } as const
    await writeName(tx, { userId: before.id, name, now: ctx.now })
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.renamed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
