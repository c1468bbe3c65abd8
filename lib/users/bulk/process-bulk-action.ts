import type { UserTarget } from '@/lib/accounts/change-user'
import { recordAudits } from '@/lib/audit/record-audit'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import {
  type BulkRow,
  completeBulk,
  endBulkEarly,
  findBulkRow,
} from '@/lib/users/bulk/bulk-action.store'
import {
  type BulkOutcome,
  type BulkUserRow,
  listWaiting,
  settleUser,
} from '@/lib/users/bulk/bulk-user.store'
import { resendInvitation } from '@/lib/users/invite-user'
import { amendUserRoles } from '@/lib/users/user-roles'
import { endUserSessions } from '@/lib/users/user-sessions'

/** How many users are read at a time. */
const USERS_PER_READ = 50

/**
 * Processes the next users of a bulk action, each in its own transaction, until `enough` returns
 * true; it is called before each user. Returns false when nothing is left to process.
 */
export async function processBulkAction(
  bulkId: string,
  now: Date,
  enough: () => Promise<boolean>,
): Promise<boolean> {
  const bulk = await findBulkRow(db(), bulkId)
  if (!bulk || !isRunning(bulk)) return false
  for (;;) {
    const users = await listWaiting(db(), bulkId, USERS_PER_READ)
    if (users.length === 0) return complete(bulkId, now)
    for (const user of users) {
      if (await enough()) return true
      if (!(await processUser(bulk, user, now))) return false
    }
  }
}

/** Stops a bulk action regardless of waiting users; `because` is the reason code. */
export function stopBulkAction(bulkId: string, because: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const ended = await endBulkEarly(tx, { id: bulkId, because, now })
    if (ended) await recordEnd(tx, ended, now)
  })
}

function isRunning({ status }: BulkRow): boolean {
  return status === 'queued' || status === 'running'
}

/** Returns false when the bulk action has ended, now or earlier. */
async function processUser(bulk: BulkRow, user: BulkUserRow, now: Date): Promise<boolean> {
  try {
    const result = await applyToUser(bulk, user, now)
    const because = result.ok ? undefined : STOP_REASONS[result.code]
    if (because) await stopBulkAction(bulk.id, because, now)
    return because === undefined
  } catch (error) {
    if (!(error instanceof AlreadyProcessed)) throw error
    const current = await findBulkRow(db(), bulk.id)
    return current !== null && isRunning(current)
  }
}

async function complete(bulkId: string, now: Date): Promise<false> {
  await inTransaction(async (tx) => {
    const ended = await completeBulk(tx, bulkId, now)
    if (ended) await recordEnd(tx, ended, now)
  })
  return false
}

function recordEnd(tx: Tx, bulk: BulkRow, now: Date): Promise<void> {
  const { kind, total, changed, unchanged, refused, stoppedBecause: reason } = bulk
  const entry = {
    actorId: bulk.actorId,
    targetId: bulk.id,
  }
  const details = { kind, total, changed, unchanged, refused }
  return recordAudits(tx, { ...bulk.request, now }, [
    reason === null
      ? { action: 'bulk_action.finished', outcome: 'ok', ...entry, details }
      : {
          action: 'bulk_action.stopped',
          outcome: 'refused',
          ...entry,
          details: { ...details, reason },
        },
  ])
}

/**
 * Another worker has processed this user, or the bulk action has ended: rolls back the change to
 * the user.
 */
class AlreadyProcessed extends Error {}

/**
 * Applies a bulk action to one user with the use case for a single user, so that permission,
 * escalation and the last administrator are checked against the current state. The outcome is
 * stored in the same transaction, so that a crashed worker has done both or neither. Throws
 * AlreadyProcessed.
 */
async function applyToUser(
  bulk: BulkRow,
  { position, userId }: BulkUserRow,
  now: Date,
): Promise<Outcome<object>> {
  const settle = async (
    tx: Parameters<typeof settleUser>[0],
    outcome: BulkOutcome,
    code: string | null,
  ) => {
    if (!(await settleUser(tx, { bulkId: bulk.id, position, outcome, code, now })))
      throw new AlreadyProcessed()
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
  const result = await runAction(bulk, target, now)
  if (!result.ok && !(result.code in STOP_REASONS))
    await inTransaction((tx) => settle(tx, 'refused', result.code))
  return result
}

/** Refusals that stop the whole bulk action, with the reason code. */
const STOP_REASONS: Partial<Record<string, string>> = {
  session_revoked: 'actor_not_active',
  insufficient_permission: 'permission_lost',
  validation_failed: 'role_gone',
}

function runAction(bulk: BulkRow, target: UserTarget, now: Date): Promise<Outcome<object>> {
  const actor = { userId: bulk.actorId, limitedTo: null }
  const ctx: RequestContext = { ...bulk.request, now, deviceToken: null, locale: 'en' }
  switch (bulk.kind) {
    case 'activate':
    case 'deactivate':
      return changeUserStatus(actor, { ...target, move: bulk.kind }, ctx)
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
