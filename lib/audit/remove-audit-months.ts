import { setTimeout } from 'node:timers/promises'
import { tryLockSealing } from '@/lib/audit/audit-seal.store'
import {
  type Anchor,
  deleteSalts,
  deleteSeals,
  detachMonth,
  dropMonth,
  findMacs,
  findOldMonth,
  insertRemoval,
  isUnchanged,
  listAnchors,
  listAnchorsOf,
  listRemovalsToClean,
  listRemovalsToDrop,
  type MonthSurvey,
  noteCleaned,
  type OldMonth,
  surveyMonth,
} from '@/lib/audit/audit-removal.store'
import { recordAudits } from '@/lib/audit/record-audit'
import { anchorMac, CHAIN_START, currentSealKey } from '@/lib/audit/seal-macs'
import type { SealWithRecord } from '@/lib/audit/audit-seal.store'
import { headOf, startWalk, walkChain } from '@/lib/audit/verify-audit-chain'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { isLockTimeout } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { purgeInBatches } from '@/lib/platform/jobs/define-job'
import { newId, timeOfId } from '@/lib/platform/ids'

const BATCH = 2000
/** How often the trail is asked for its lock, which waits for the longest transaction on it. */
const ATTEMPTS = 100
const PAUSE_MS = 300
/** Time to export or copy a detached table. */
const KEEP_TABLE_SECONDS = 30 * 86_400

/**
 * Removes whole months of the audit trail that are older than AUDIT_REMOVE_AFTER, if they verify.
 * An anchor and an audit record state what was removed; then the seals and salts are deleted, and
 * after 30 days the detached table. An interrupted removal is continued by a later run, even if the
 * setting was removed since, or another month does not verify.
 */
export async function removeOldMonths(now: Date): Promise<void> {
  const after = settings().auditRemoveAfterSeconds
  try {
    if (after !== null) while (await removeOldestMonth(addSeconds(now, -after), now));
  } finally {
    await completeRemovals(now)
  }
}

async function completeRemovals(now: Date): Promise<void> {
  for (const removal of await listRemovalsToClean(db())) await cleanUp(removal, now)
  for (const removal of await listRemovalsToDrop(db(), addSeconds(now, -KEEP_TABLE_SECONDS)))
    await inTransaction((tx) => dropMonth(tx, removal, now))
}

/** Returns whether this call removed a month. */
async function removeOldestMonth(before: Date, now: Date): Promise<boolean> {
  const month = await findOldMonth(db(), before)
  if (!month) return false
  // The database chose it, and must not get an anchor for newer records.
  if (timeOfId(month.idsTo) > before) throw new Error(`${month.name} is kept: it is too new`)
  const survey = await surveyMonth(month)
  const { fault, runs } = await verifyMonth(month, survey)
  if (fault) {
    // Another instance may have removed it meanwhile.
    if ((await findOldMonth(db(), before))?.name !== month.name) return false
    throw new Error(`${month.name} is kept: ${fault}`)
  }
  for (let attempt = 1; ; attempt++) {
    const result = await inTransaction((tx) => removeMonth(tx, { month, survey, runs, now })).catch(
      (error: unknown) => {
        if (isLockTimeout(error) && attempt < ATTEMPTS) return 'busy' as const
        throw error
      },
    )
    if (result !== 'busy') return result === 'removed'
    if (attempt === ATTEMPTS) return false
    await setTimeout(PAUSE_MS)
  }
}

/** Successive places in the chain. */
interface Run {
  firstSeq: bigint
  lastSeq: bigint
}

/**
 * Verifies the chain up to the end of a month. `runs` are the places that valid seals assign to it:
 * an anchor may stand for no others, whatever the database says. `fault` is why the month is kept,
 * because removing it would remove the evidence.
 */
async function verifyMonth(
  { idsFrom, idsTo }: OldMonth,
  { records, lastSeq }: MonthSurvey,
): Promise<{ fault: string | null; runs: Run[] }> {
  const runs: Run[] = []
  let sealed = 0
  const walk = startWalk(undefined, await listAnchors(db()))
  const collect = (seal: SealWithRecord) => {
    if (seal.record_id < idsFrom || seal.record_id >= idsTo) return
    sealed += 1
    const seq = BigInt(seal.seq)
    const last = runs.at(-1)
    if (last?.lastSeq === seq - 1n) last.lastSeq = seq
    else runs.push({ firstSeq: seq, lastSeq: seq })
  }
  const bad = await walkChain(walk, Number(lastSeq), { seal: collect })
  if (bad) return { fault: `place ${bad.seq} of the chain: ${bad.fault}`, runs }
  return { fault: sealed === records ? null : 'not every record has its seal', runs }
}

async function removeMonth(
  tx: Tx,
  by: { month: OldMonth; survey: MonthSurvey; runs: readonly Run[]; now: Date },
): Promise<'removed' | 'gone' | 'busy'> {
  const { month, survey, runs, now } = by
  if (!(await tryLockSealing(tx))) return 'busy'
  const tableName = await detachMonth(tx, month.name)
  if (tableName === null) return 'gone'
  // A throw attaches it again.
  if (!(await isUnchanged(tx, month, survey)))
    throw new Error(`${month.name} is kept: some of its records are not sealed and counted yet`)
  const recordId = newId()
  const removal = { ...month, tableName, recordId, removedAt: now }
  const anchors = await anchorsOf(tx, removal, runs)
  await insertRemoval(tx, removal, anchors)
  const last = anchors.at(-1)
  // A month without records leaves nothing to state.
  if (!last) return 'removed'
  const head = headOf({ seq: Number(last.lastSeq), mac: last.lastMac })
  const details = { table: tableName, records: survey.records, head }
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api' as const, now }
  await recordAudits(tx, ctx, [{ id: recordId, action: 'audit.removed', outcome: 'ok', details }])
  return 'removed'
}

async function anchorsOf(
  tx: Tx,
  { idsFrom, idsTo, recordId, removedAt }: OldMonth & { recordId: string; removedAt: Date },
  runs: readonly Run[],
): Promise<Anchor[]> {
  const macs = await findMacs(
    tx,
    runs.flatMap(({ firstSeq, lastSeq }) => [firstSeq - 1n, lastSeq]),
  )
  const key = currentSealKey()
  return runs.map(({ firstSeq, lastSeq }) => {
    const previousMac = firstSeq === 1n ? CHAIN_START : macs.get(firstSeq - 1n)!
    const lastMac = macs.get(lastSeq)!
    const part = { firstSeq, lastSeq, previousMac, lastMac, idsFrom, idsTo, recordId, removedAt }
    return { ...part, keyId: key.id, mac: anchorMac(key.bytes, part) }
  })
}

async function cleanUp(removal: OldMonth & { recordId: string }, now: Date): Promise<void> {
  for (const { firstSeq, lastSeq } of await listAnchorsOf(db(), removal.recordId))
    for (let from = firstSeq; from <= lastSeq; from += BigInt(BATCH)) {
      const to = from + BigInt(BATCH) - 1n
      await deleteSeals(db(), { from, to: to < lastSeq ? to : lastSeq })
    }
  await purgeInBatches((limit) => deleteSalts(db(), removal, limit), { limit: BATCH })
  await noteCleaned(db(), removal.recordId, now)
}
