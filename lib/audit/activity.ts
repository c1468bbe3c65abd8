import {
  type ActivityRow,
  countSeals,
  listActivity,
  tryLockProgress,
} from '@/lib/audit/activity.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { can, type Principal } from '@/lib/platform/request-context'

const BATCH = 2000

/**
 * Adds the sealed audit records to the counts of their hours, each exactly once, and returns the
 * number of seals processed. It follows the chain, not the clock: a record that commits late is
 * sealed late and then counted in the hour in which it occurred. Of concurrent callers one counts;
 * the others return 0.
 */
export async function countActivity(): Promise<number> {
  let counted = 0
  for (;;) {
    const seals = await inTransaction(countBatch)
    counted += seals
    if (seals < BATCH) return counted
  }
}

async function countBatch(tx: Tx): Promise<number> {
  const after = await tryLockProgress(tx)
  // Reads the seals after taking the lock, because its previous holder has then committed.
  return after === null ? 0 : countSeals(tx, { after, limit: BATCH })
}

const HOUR_MS = 3_600_000
const UNITS = {
  '24h': { unit: 'hour', ms: HOUR_MS, count: 24 },
  '30d': { unit: 'day', ms: 24 * HOUR_MS, count: 30 },
} as const

/** The last 24 hours by hour, or the last 30 days by day, in UTC. */
export type ActivityRange = keyof typeof UNITS

/** The series of the chart. */
export type ActivityKind = 'signUps' | 'signIns' | 'signInFailures' | 'activeSessions'

export interface Activity {
  unit: 'hour' | 'day'
  /** The series the viewer may see, in display order. */
  kinds: ActivityKind[]
  /** Every hour or day of the range, in order; the last one is still in progress. */
  points: ActivityRow[]
  /** Whether anything happened in the range that the viewer may see. */
  known: boolean
}

/**
 * Sign-ups, sign-ins, failures and active sessions over a range that ends at `now`: sign-ups for
 * viewers with `users:list`, everything for those with `audit:list`, null for all others. Events
 * appear immediately, even before they are sealed and counted, and the cost doesn't depend on the
 * length of the trail.
 */
export async function findActivity(
  viewer: Pick<Principal, 'permissions'>,
  range: ActivityRange,
  now: Date,
): Promise<Activity | null> {
  const kinds = kindsFor(viewer)
  if (kinds.length === 0) return null
  const { unit, ms, count } = UNITS[range]
  const last = Math.floor(now.getTime() / ms) * ms
  const from = new Date(last - (count - 1) * ms)
  const rows = await listActivity(db(), { unit, from, now })
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  const points = Array.from({ length: count }, (_, index) => {
    const at = new Date(from.getTime() + index * ms)
    return (
      byTime.get(at.getTime()) ?? {
        at,
        signUps: 0,
        signIns: 0,
        signInFailures: 0,
        activeSessions: null,
      }
    )
  })
  return {
    unit,
    kinds,
    points,
    known: rows.some((row) => kinds.some((kind) => (row[kind] ?? 0) > 0)),
  }
}

function kindsFor(viewer: Pick<Principal, 'permissions'>): ActivityKind[] {
  if (can(viewer, 'audit:list')) return ['signUps', 'signIns', 'signInFailures', 'activeSessions']
  return can(viewer, 'users:list') ? ['signUps'] : []
}
