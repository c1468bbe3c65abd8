import { db, type Tx } from '@/lib/platform/db/database'

/** Counts, as part of `tx`, a change that the bus may not announce. */
export async function countGap(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bus_gap AS gap (id, count) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET count = gap.count + 1`
}

/** How many such changes are committed. Rejects if the database is unavailable. */
export async function readGaps(): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`SELECT count FROM bus_gap`
  return rows[0]?.count ?? 0
}
