import { perCall, type ScaleFigures } from '@/bench/per-call'
import {
  deleteSalts,
  deleteSeals,
  detachMonth,
  insertRemoval,
  type OldMonth,
  surveyMonth,
} from '@/lib/audit/audit-removal.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { listPartitions } from '@/tests/kit/list-partitions'

/** Seals and salts that are deleted. */
const SAMPLE = 500

const REMOVED = {
  recordId: '00000000-0000-7000-8000-000000000000',
  removedAt: new Date(),
  previousMac: Buffer.alloc(32),
  lastMac: Buffer.alloc(32),
  keyId: 'measured',
  mac: Buffer.alloc(32),
}

class RolledBack extends Error {}

/**
 * Microseconds to survey a month, detach it, and delete seals and salts of its records. All of it
 * is rolled back, so that the next measurement finds the same trail.
 */
export async function measureRemoval(): Promise<ScaleFigures> {
  const { name, idsFrom, idsTo } = (await listPartitions(db()))[2] as OldMonth
  const month = { name, idsFrom, idsTo }
  let survey = await surveyMonth(month)
  const surveying = await perCall(1, async () => void (survey = await surveyMonth(month)))
  const { records, lastSeq } = survey
  const count = Math.min(records, SAMPLE)
  const sample = { firstSeq: lastSeq - BigInt(count) + 1n, lastSeq }
  const figures: ScaleFigures = { 'survey a record of an old month': surveying / records }
  await inTransaction(async (tx) => {
    figures['detach a month'] = await perCall(1, () => detach(tx, month, sample))
    const deleting = await perCall(1, async () => {
      await deleteSeals(tx, { from: sample.firstSeq, to: lastSeq })
      await deleteSalts(tx, month, count)
    })
    figures['delete seal and salt of a removed record'] = deleting / count
    throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return figures
}

async function detach(
  tx: Tx,
  month: OldMonth,
  run: { firstSeq: bigint; lastSeq: bigint },
): Promise<void> {
  const tableName = (await detachMonth(tx, month.name))!
  const { idsFrom, idsTo } = month
  await insertRemoval(tx, { ...month, ...REMOVED, tableName }, [
    { idsFrom, idsTo, ...REMOVED, ...run },
  ])
}
