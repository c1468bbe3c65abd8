import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { MOVE_PERMISSIONS, movesFrom, type StatusMove } from '@/lib/users/user-status'

/** What an administrator can do to somebody's account with one click. */
export type UserAct = StatusMove | 'end_sessions'

/** The permission that each act needs. */
export const ACT_PERMISSIONS = {
  ...MOVE_PERMISSIONS,
  end_sessions: 'users:activate',
} as const satisfies Record<UserAct, PermissionName>

/** All of them, in the order in which they are offered. */
export const USER_ACTS = [
  'activate',
  'deactivate',
  'end_sessions',
  'restore',
  'delete',
] as const satisfies readonly UserAct[]

/**
 * The acts worth offering: the actor holds their permission, and they would change something. None on one's own account,
 * which has its own pages. What the acts themselves refuse (`privilege_escalation`, `last_admin`) is not foreseen here.
 */
export function offeredActs(
  actor: Pick<Principal, 'userId' | 'permissions'>,
  user: { id: string; status: UserStatus },
): UserAct[] {
  if (user.id === actor.userId) return []
  return USER_ACTS.filter((act) => can(actor, ACT_PERMISSIONS[act]) && wouldChange(act, user.status))
}

function wouldChange(act: UserAct, status: UserStatus): boolean {
  return act === 'end_sessions' ? status === 'active' : movesFrom(status).includes(act)
}
