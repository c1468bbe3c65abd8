import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { settleUser, type BulkOutcome, type BulkUserRow } from '@/lib/user-bulk/bulk-user.store'
import { amendUserRoles } from '@/lib/users-admin/change-user-roles'
import type { UserTarget } from '@/lib/users-admin/change-user'
import { endUserSessions } from '@/lib/users-admin/end-user-sessions'
import { moveUser } from '@/lib/users-admin/move-user'
import { resendInvitation } from '@/lib/users-admin/resend-invitation'

/** Somebody else has settled this user, or the bulk action has ended: what was done to the user is undone. */
export class NotOurTurn extends Error {}

/**
 * Does to one selected user what the bulk action says, by the use case that does it to a single one, so that permission, escalation and
 * the last administrator are judged as they are now. What came of it is written in the transaction of the change: a worker that dies
 * has done both or neither. Throws NotOurTurn.
 */
export async function applyToUser(
  bulk: BulkRow,
  { position, userId }: BulkUserRow,
  now: Date,
): Promise<Outcome<object>> {
  const settle = async (tx: Parameters<typeof settleUser>[0], outcome: BulkOutcome, code: string | null) => {
    if (!(await settleUser(tx, { bulkId: bulk.id, position, outcome, code, now }))) throw new NotOurTurn()
  }
  if (userId === bulk.actorId) {
    await inTransaction((tx) => settle(tx, 'refused', 'own_account'))
    return { ok: true }
  }
  const target: UserTarget = {
    userId,
    partOf: {
      details: { bulk_action_id: bulk.id },
      settle: (tx, changed) => settle(tx, changed ? 'changed' : 'unchanged', null),
    },
  }
  const result = await act(bulk, target, now)
  if (!result.ok && !(result.code in STOPS)) await inTransaction((tx) => settle(tx, 'refused', result.code))
  return result
}

/** Refusals that are not about the user but about the whole bulk action, and why it ends then. */
export const STOPS: Partial<Record<string, string>> = {
  session_revoked: 'actor_not_active',
  insufficient_permission: 'permission_lost',
  validation_failed: 'role_gone',
}

function act(bulk: BulkRow, target: UserTarget, now: Date): Promise<Outcome<object>> {
  const actor = { userId: bulk.actorId }
  const ctx: RequestContext = { ...bulk.request, now, deviceToken: null, locale: 'en' }
  switch (bulk.kind) {
    case 'activate':
    case 'deactivate':
      return moveUser(actor, { ...target, move: bulk.kind }, ctx)
    case 'end_sessions':
      return endUserSessions(actor, target, ctx)
    case 'add_roles':
      return amendUserRoles(actor, { ...target, add: bulk.roleIds, remove: [] }, ctx)
    case 'remove_roles':
      return amendUserRoles(actor, { ...target, add: [], remove: bulk.roleIds }, ctx)
    case 'resend_invitation':
      return resendInvitation(actor, target, ctx)
  }
}
