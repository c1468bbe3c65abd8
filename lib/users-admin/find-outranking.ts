import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { readGrants } from '@/lib/rbac/grants.store'
import { findHoldersOfMore } from '@/lib/users-admin/user-roles.store'

/**
 * Which of these users hold something that the actor lacks, so that the actor may change nothing about them. A picture for
 * a page: every act decides anew, under the lock.
 */
export async function findOutranking(
  actor: Principal,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await readGrants(db(), actor.userId)
  return new Set(await findHoldersOfMore(db(), userIds, [...(held?.permissions ?? [])]))
}
