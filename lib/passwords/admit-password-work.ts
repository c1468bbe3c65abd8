import { settings } from '@/lib/config/settings'
import { argon2Queue } from '@/lib/passwords/argon2-hash'
import { bcryptQueue } from '@/lib/passwords/bcrypt-hash'
import { refuse, RefusedError } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'

/** As many as the line of hashes holds: more could only wait to be refused there, each costing statements on the way. */
const MAX_UNDER_WAY = 128

/**
 * Lets a request that is going to have a password looked at begin, before it costs anything. Throws RefusedError
 * (`overloaded`) at once when too many are under way in this process, or more than can have their turn in good time.
 */
export async function admitPasswordWork<T>(work: () => Promise<T>): Promise<T> {
  const gate = remember('password-work', () => ({ underWay: 0 }))
  const queue = settings().passwords.hash === 'bcrypt' ? bcryptQueue() : argon2Queue()
  if (gate.underWay >= MAX_UNDER_WAY || !queue.isWorthWaiting(gate.underWay))
    throw new RefusedError(refuse('overloaded', { retryAfterSeconds: 1 }))
  gate.underWay++
  try {
    return await work()
  } finally {
    gate.underWay--
  }
}
