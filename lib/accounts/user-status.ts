import type { PermissionName } from '@/lib/config/permission-catalog'
import type { UserStatus } from '@/lib/platform/user-statuses'

/** A status change that an administrator can make. */
export type StatusMove = 'activate' | 'deactivate' | 'delete' | 'restore'

/**
 * The resulting status of each move; moves that aren't listed are refused. `back` is the status
 * before the deletion.
 */
const MOVES: Record<StatusMove, Partial<Record<UserStatus, UserStatus | 'back'>>> = {
  activate: { pending: 'active', deactivated: 'active', active: 'active' },
  deactivate: { pending: 'deactivated', active: 'deactivated', deactivated: 'deactivated' },
  delete: { pending: 'deleted', active: 'deleted', deactivated: 'deleted', deleted: 'deleted' },
  restore: { pending: 'pending', active: 'active', deactivated: 'deactivated', deleted: 'back' },
}

/** The permission that each move requires. */
export const MOVE_PERMISSIONS = {
  activate: 'users:activate',
  deactivate: 'users:activate',
  delete: 'users:delete',
  restore: 'users:restore',
} as const satisfies Record<StatusMove, PermissionName>

/** The moves that change an account with this status. */
export function availableMoves(status: UserStatus): StatusMove[] {
  const moves = Object.keys(MOVES) as StatusMove[]
  return moves.filter((move) => MOVES[move][status] !== undefined && MOVES[move][status] !== status)
}

/**
 * The status after a move, or the same status when there is nothing to do. Null when the move is
 * not allowed: a deleted account has to be restored first. `deletedFrom` is the status before the
 * deletion; if it is unknown, a restored account is deactivated.
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

/**
 * Whether an account's address is confirmed and an administrator has to approve it before it can be
 * used.
 */
export function awaitsApproval(user: {
  status: UserStatus
  approvalRequestedAt: Date | null
  emailVerifiedAt: Date | null
}): boolean {
  return (
    user.status === 'pending' && user.approvalRequestedAt !== null && user.emailVerifiedAt !== null
  )
}
