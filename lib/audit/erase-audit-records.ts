import {
  type Erasure,
  eraseValues,
  listErasures,
  noteErasure,
  takeDeletions,
} from '@/lib/audit/audit-erasure.store'
import { type AuditRow, listAuditRowsOf } from '@/lib/audit/audit.store'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { purgeInBatches, shareTime } from '@/lib/platform/jobs/define-job'

const BATCH = 200
const ERASURES_A_RUN = 2000
/** By then, every transaction that was under way when the erasure began has ended. */
const SECOND_LOOK_SECONDS = 3600

/**
 * Erases the personal values (address, agent, details) of the records by and about users whose
 * account was deleted longer than AUDIT_ERASE_AFTER ago. Each erasure is an audit record, written
 * first, and every erased record names it. A second look after an hour finds records that were
 * committed late or had no seal yet. An interrupted erasure is continued by a later run, even if
 * the setting was removed since. Only records with an earlier id are erased, so that no month is
 * removed before a record that its erasure accounts for. A later run does what is left when time
 * is up.
 */
export async function eraseDueRecords(now: Date): Promise<void> {
  await shareTime([(endsAt) => takeDue(now, endsAt), (endsAt) => eraseTaken(now, endsAt)])
}

async function takeDue(now: Date, endsAt: number): Promise<void> {
  const after = settings().auditEraseAfterSeconds
  if (after === null) return
  const before = addSeconds(now, -after)
  const take = (limit: number) => inTransaction((tx) => takeDeletions(tx, { before, limit, now }))
  await purgeInBatches(take, { limit: BATCH, endsAt })
}

async function eraseTaken(now: Date, endsAt: number): Promise<void> {
  const triedBefore = addSeconds(now, -SECOND_LOOK_SECONDS)
  for (const erasure of await listErasures(db(), { triedBefore, limit: ERASURES_A_RUN })) {
    if (performance.now() >= endsAt) return
    await erase(erasure, now, endsAt)
  }
}

/** One that time cut short counts as tried, so that the others get their turn before it goes on. */
async function erase(
  { recordId, userId, upTo }: Erasure,
  now: Date,
  endsAt: number,
): Promise<void> {
  let after = { occurredAt: addSeconds(upTo, 1), id: recordId }
  let left = 0
  let hasMore: boolean
  do {
    const rows = await listAuditRowsOf(db(), { userId, limit: BATCH, after })
    const due = rows.filter((row) => row.id < recordId && isErasable(row, userId))
    const by = { recordIds: due.map(({ id }) => id), erasedBy: recordId }
    if (due.length > 0) left += due.length - (await inTransaction((tx) => eraseValues(tx, by)))
    hasMore = rows.length === BATCH
    const last = rows.at(-1)
    if (last) after = { occurredAt: last.occurred_at, id: last.id }
  } while (hasMore && performance.now() < endsAt)
  const finished = !hasMore && left === 0 && now >= addSeconds(upTo, SECOND_LOOK_SECONDS)
  await noteErasure(db(), recordId, { finished, now })
}

/** Who erased the account stays, even if the id of the erasure comes from a clock that is ahead. */
const ERASING_ACTIONS = ['user.erased', 'user.declined']

function isErasable(row: AuditRow, userId: string): boolean {
  const { action, outcome, target_id: about, details } = row
  if (action === 'audit.erased' || details.erased_by !== undefined) return false
  return about !== userId || outcome !== 'ok' || !ERASING_ACTIONS.includes(action)
}
