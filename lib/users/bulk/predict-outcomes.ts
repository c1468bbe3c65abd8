import { statusAfter } from '@/lib/accounts/user-status'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { type BulkKind, type BulkRefusal, takesRoles } from '@/lib/users/bulk/bulk-kinds'

/** The current facts that decide the outcome for a selected user. */
export interface BulkFacts {
  userId: string
  /** Null when the user does not exist. */
  status: UserStatus | null
  awaitsInvited: boolean
  awaitsApproval: boolean
  /**
   * Whether the user has a session, a trusted browser, a sign-in that waits for its second step, an
   * emailed code, or an app, or a pending change of address.
   */
  hasAccess: boolean
  /** How many of the bulk action's roles the user has. */
  rolesHeld: number
  administers: boolean
  /** Whether the user has privileged permissions that the actor lacks. */
  outranks: boolean
}

export type PredictedOutcome =
  { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; code: BulkRefusal }

interface Bulk {
  kind: BulkKind
  actorId: string
  /** How many roles are added or removed, and whether `admin` is one of them. */
  roles: number
  takesAdmin: boolean
}

const refused = (code: BulkRefusal): PredictedOutcome => ({ outcome: 'refused', code })
const CHANGED: PredictedOutcome = { outcome: 'changed' }
const UNCHANGED: PredictedOutcome = { outcome: 'unchanged' }

/**
 * Predicts the outcome for each selected user if the bulk action ran now, in order. For display
 * only: every change is checked again, under the lock, when it is made. `admins` is the number of
 * active administrators.
 */
export function predictOutcomes(
  bulk: Bulk,
  users: readonly BulkFacts[],
  admins: number,
): PredictedOutcome[] {
  let left = admins
  return users.map((user) => {
    const prediction = predictOutcome(bulk, user)
    if (prediction.outcome !== 'changed' || !endsAdministration(bulk, user)) return prediction
    if (left <= 1) return refused('last_admin')
    left -= 1
    return prediction
  })
}

function predictOutcome({ kind, actorId, roles }: Bulk, user: BulkFacts): PredictedOutcome {
  const { userId, status } = user
  if (userId === actorId) return refused('own_account')
  if (status === null) return refused('not_found')
  if (user.outranks) return refused('privilege_escalation')
  if (takesRoles(kind) && status === 'deleted') return refused('conflict')
  switch (kind) {
    case 'activate':
    case 'deactivate': {
      const after = statusAfter(kind, status, null)
      return after === null ? refused('conflict') : after === status ? UNCHANGED : CHANGED
    }
    case 'end_sessions':
      return user.hasAccess ? CHANGED : UNCHANGED
    case 'add_roles':
      return user.rolesHeld === roles ? UNCHANGED : CHANGED
    case 'remove_roles':
      return user.rolesHeld === 0 ? UNCHANGED : CHANGED
    case 'resend_invitation':
      return user.awaitsInvited ? CHANGED : refused('conflict')
  }
}

function endsAdministration({ kind, takesAdmin }: Bulk, { administers }: BulkFacts): boolean {
  return administers && (kind === 'deactivate' || (kind === 'remove_roles' && takesAdmin))
}
