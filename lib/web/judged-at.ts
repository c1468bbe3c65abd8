import { now } from '@/lib/platform/clock'
import { JUDGED_AT } from '@/lib/http/internal-headers'

/** The longest that a request may take from the middleware to its page and still be judged as of then. */
const MAX_DELAY_MS = 30_000

/**
 * The instant as of which a page or action asks who is signed in: the middleware's. An access token that runs out between the
 * two would otherwise send somebody to the sign-in page whose session is alive. Without the middleware it is now.
 */
export function judgedAt(headers: Headers): Date {
  const present = now()
  const delay = present.getTime() - Number(headers.get(JUDGED_AT) ?? Number.NaN)
  return delay >= 0 && delay <= MAX_DELAY_MS ? new Date(present.getTime() - delay) : present
}
