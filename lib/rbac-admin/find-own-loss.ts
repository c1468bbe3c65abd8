import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { readOwnEffect } from '@/lib/rbac-admin/role-effect.store'

/** Which of these permissions `actor` would lose if the role no longer held them: those that no other role gives them. */
export function findOwnLoss(
  actor: Principal,
  by: { roleId: string; permissions: readonly string[] },
): Promise<string[]> {
  return readOwnEffect(db(), { userId: actor.userId, ...by })
}
