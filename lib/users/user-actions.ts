import { MOVE_PERMISSIONS, availableMoves, type StatusMove } from '@/lib/accounts/user-status'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { can, type Principal } from '@/lib/platform/request-context'
import type { UserKind, UserStatus } from '@/lib/platform/user-statuses'

/** One-click actions of an administrator on an account. */
export type UserAction = StatusMove | 'end_sessions'

/** The permission each action needs. */
export const USER_ACTION_PERMISSIONS = {
  ...MOVE_PERMISSIONS,
  end_sessions: 'users:activate',
} as const satisfies Record<UserAction, PermissionName>

/** All actions, in display order. */
export const USER_ACTIONS = [
  'activate',
  'deactivate',
  'end_sessions',
  'restore',
  'delete',
] as const satisfies readonly UserAction[]

/**
 * The actions to offer: the actor has the permission, and the action would change something. None
 * for the actor's own account, which has its own pages. Refusals by the action itself
 * (`privilege_escalation`, `last_admin`) are not predicted here.
 */
export function availableUserActions(
  actor: Pick<Principal, 'userId' | 'permissions'>,
  user: { id: string; kind: UserKind; status: UserStatus },
): UserAction[] {
  if (user.id === actor.userId) return []
  return USER_ACTIONS.filter(
    (act) => can(actor, USER_ACTION_PERMISSIONS[act]) && wouldChange(act, user),
  )
}

function wouldChange(act: UserAction, { kind, status }: { kind: UserKind; status: UserStatus }) {
  if (act !== 'end_sessions') return availableMoves(status).includes(act)
  return status === 'active' && kind === 'person'
}
