import { refuse, RefusedError } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'

/** As many as the line of hashes holds: more could only wait to be refused there, each costing statements on the way. */
const MAX_UNDER_WAY = 128

/**
 * Lets a request that is going to have a password looked at begin, before it costs anything. Throws RefusedError
 * (`overloaded`) at once when too many are under way in this process.
 */
export async function admitPasswordWork<T>(work: () => Promise<T>): Promise<T> {
  const gate = remember('password-work', () => ({ underWay: 0 }))
  if (gate.underWay >= MAX_UNDER_WAY) throw new RefusedError(refuse('overloaded', { retryAfterSeconds: 1 }))
  gate.underWay++
  try {
    return await work()
  } finally {
    gate.underWay--
  }
}
