import { MOVE_PERMISSIONS, movesFrom, type StatusMove } from '@/lib/accounts/user-status'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { can, type Principal } from '@/lib/platform/request-context'
import type { UserStatus } from '@/lib/platform/user-statuses'

/** What an administrator can do to somebody's account with one click. */
export type UserAction = StatusMove | 'end_sessions'

/** The permission that each act needs. */
export const USER_ACTION_PERMISSIONS = {
  ...MOVE_PERMISSIONS,
  end_sessions: 'users:activate',
} as const satisfies Record<UserAction, PermissionName>

/** All of them, in the order in which they are offered. */
export const USER_ACTIONS = [
  'activate',
  'deactivate',
  'end_sessions',
  'restore',
  'delete',
] as const satisfies readonly UserAction[]

/**
 * The acts worth offering: the actor holds their permission, and they would change something. None
 * on one's own account, which has its own pages. What the acts themselves refuse
 * (`privilege_escalation`, `last_admin`) is not foreseen here.
 */
export function availableUserActions(
  actor: Pick<Principal, 'userId' | 'permissions'>,
  user: { id: string; status: UserStatus },
): UserAction[] {
  if (user.id === actor.userId) return []
  return USER_ACTIONS.filter(
    (act) => can(actor, USER_ACTION_PERMISSIONS[act]) && wouldChange(act, user.status),
  )
}

function wouldChange(act: UserAction, status: UserStatus): boolean {
  return act === 'end_sessions' ? status === 'active' : movesFrom(status).includes(act)
}
