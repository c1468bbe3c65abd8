import { findGoneUnsealed, listWhetherSealed } from '@/lib/audit/audit-seal.store'
import type { FirstBad } from '@/lib/audit/audit.responses'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'

const BATCH = 1000
/**
 * Sealing takes seconds, and a record has the time of its request, whose body can take minutes to
 * arrive. A record still without a seal after this long was prevented from being sealed, or was
 * written by bypassing it.
 */
const SEALED_WITHIN_SECONDS = 600

/** Called before a batch is read; a throw ends the work. */
export type BeforeBatch = () => Promise<void>

/** Whether a record of that time, without a seal between two instants, is a fault. */
export function lacksSeal(occurredAt: Date, from: Date, to: Date): boolean {
  const early = addSeconds(from, -SEALED_WITHIN_SECONDS)
  const late = addSeconds(to, SEALED_WITHIN_SECONDS)
  // Also if PostgreSQL's time is one that a date can't hold.
  return !(occurredAt >= early && occurredAt <= late)
}

/** The first fault among records that have no place in the chain. */
export async function firstOutside(
  clock: () => Date,
  beforeBatch: BeforeBatch,
): Promise<FirstBad | null> {
  const gone = await findGoneUnsealed(db(), addSeconds(clock(), -SEALED_WITHIN_SECONDS))
  if (gone) return { fault: 'record_missing', seq: null, recordId: gone }
  const recordId = await firstUnsealed(clock, beforeBatch)
  return recordId ? { fault: 'unsealed', seq: null, recordId } : null
}

/** The first record that lacks its seal. Records are written while it is looked for. */
export async function firstUnsealed(
  clock: () => Date,
  beforeBatch: BeforeBatch,
): Promise<string | null> {
  let after: string | null = null
  for (;;) {
    await beforeBatch()
    const before = clock()
    const rows = await listWhetherSealed({ after, limit: BATCH })
    const now = clock()
    const found = rows.find((row) => !row.sealed && lacksSeal(row.occurred_at, before, now))
    if (found) return found.id
    if (rows.length < BATCH) return null
    after = rows.at(-1)!.id
  }
}
