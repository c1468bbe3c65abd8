import { recordAudits } from '@/lib/audit/record-audit'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { applyToUser, NotOurTurn, STOPS } from '@/lib/user-bulk/apply-to-user'
import { completeBulk, endBulkEarly, findBulkRow, type BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { listWaiting, type BulkUserRow } from '@/lib/user-bulk/bulk-user.store'

/** How many users are looked up at a time. */
const AT_ONCE = 50

/**
 * Processes the next users of a bulk action, each in a transaction of its own, until `enough` says so; it is asked before each user.
 * False when there is nothing (more) to do here.
 */
export async function workOff(bulkId: string, now: Date, enough: () => Promise<boolean>): Promise<boolean> {
  const bulk = await findBulkRow(db(), bulkId)
  if (!bulk || !isUnderWay(bulk)) return false
  for (;;) {
    const users = await listWaiting(db(), bulkId, AT_ONCE)
    if (users.length === 0) return complete(bulkId, now)
    for (const user of users) {
      if (await enough()) return true
      if (!(await takeTurn(bulk, user, now))) return false
    }
  }
}

/** Ends a bulk action early, whatever waits: the code says why. */
export function stopBulk(bulkId: string, because: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const ended = await endBulkEarly(tx, { id: bulkId, because, now })
    if (ended) await recordEnd(tx, ended, now)
  })
}

function isUnderWay({ status }: BulkRow): boolean {
  return status === 'queued' || status === 'running'
}

/** False when the bulk action has ended, by this turn or before it. */
async function takeTurn(bulk: BulkRow, user: BulkUserRow, now: Date): Promise<boolean> {
  try {
    const result = await applyToUser(bulk, user, now)
    const because = result.ok ? undefined : STOPS[result.code]
    if (because) await stopBulk(bulk.id, because, now)
    return because === undefined
  } catch (error) {
    if (!(error instanceof NotOurTurn)) throw error
    const current = await findBulkRow(db(), bulk.id)
    return current !== null && isUnderWay(current)
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
    targetType: 'bulk_action',
    targetId: bulk.id,
    details: { kind, total, changed, unchanged, refused, ...(reason !== null && { reason }) },
  }
  return recordAudits(tx, { ...bulk.request, now }, [
    reason === null
      ? { action: 'bulk_action.finished', outcome: 'ok', ...entry }
      : { action: 'bulk_action.stopped', outcome: 'refused', ...entry },
  ])
}
