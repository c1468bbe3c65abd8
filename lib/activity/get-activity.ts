import { listActivity, type ActivityRow } from '@/lib/activity/activity.store'
import { db } from '@/lib/platform/db/database'

const HOUR_MS = 3_600_000
const UNITS = {
  '24h': { unit: 'hour', ms: HOUR_MS, count: 24 },
  '30d': { unit: 'day', ms: 24 * HOUR_MS, count: 30 },
} as const

/** The last 24 hours by the hour, or the last 30 days by the day, in UTC. */
export type ActivityRange = keyof typeof UNITS

export interface Activity {
  unit: 'hour' | 'day'
  /** Every hour or day of the range, in its order; the last one is not over yet. */
  points: ActivityRow[]
  /** Whether anything at all happened in the range. */
  known: boolean
}

/**
 * Sign-ins, failures and active sessions over a range that ends at `now`; needs `audit:list`. What happened shows at once, also before it is
 * sealed and counted, and it costs the same however long the trail is.
 */
export async function getActivity(range: ActivityRange, now: Date): Promise<Activity> {
  const { unit, ms, count } = UNITS[range]
  const last = Math.floor(now.getTime() / ms) * ms
  const from = new Date(last - (count - 1) * ms)
  const rows = await listActivity(db(), { unit, from, now })
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  const points = Array.from({ length: count }, (_, index) => {
    const at = new Date(from.getTime() + index * ms)
    return byTime.get(at.getTime()) ?? { at, signIns: 0, signInFailures: 0, activeSessions: null }
  })
  const known = rows.some((row) => row.signIns + row.signInFailures + (row.activeSessions ?? 0) > 0)
  return { unit, points, known }
}
