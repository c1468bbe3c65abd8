import type { PermissionName } from '@/lib/config/permission-catalog'
import type { UserStatus } from '@/lib/platform/user-statuses'

/** What an administrator can do to a status. */
export type StatusMove = 'activate' | 'deactivate' | 'delete' | 'restore'

/**
 * Where each move leads; what is not listed is refused. `back` is what the account was before it
 * was deleted.
 */
const MOVES: Record<StatusMove, Partial<Record<UserStatus, UserStatus | 'back'>>> = {
  activate: { pending: 'active', deactivated: 'active', active: 'active' },
  deactivate: { pending: 'deactivated', active: 'deactivated', deactivated: 'deactivated' },
  delete: { pending: 'deleted', active: 'deleted', deactivated: 'deleted', deleted: 'deleted' },
  restore: { pending: 'pending', active: 'active', deactivated: 'deactivated', deleted: 'back' },
}

/** What each move takes. */
export const MOVE_PERMISSIONS = {
  activate: 'users:activate',
  deactivate: 'users:activate',
  delete: 'users:delete',
  restore: 'users:restore',
} as const satisfies Record<StatusMove, PermissionName>

/** The moves that change an account of that status. */
export function movesFrom(status: UserStatus): StatusMove[] {
  const moves = Object.keys(MOVES) as StatusMove[]
  return moves.filter((move) => MOVES[move][status] !== undefined && MOVES[move][status] !== status)
}

/**
 * The status after a move, the same one when there is nothing to do; null when the move is not
 * allowed: a deleted account has to be restored first. `deletedFrom` is what a deleted account was;
 * where that is not known, it comes back deactivated.
 */
export function statusAfter(
  move: StatusMove,
  from: UserStatus,
  deletedFrom: UserStatus | null,
): UserStatus | null {
  const to = MOVES[move][from] ?? null
  if (to !== 'back') return to
  return deletedFrom === null || deletedFrom === 'deleted' ? 'deactivated' : deletedFrom
}
