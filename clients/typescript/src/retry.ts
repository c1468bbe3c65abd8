import { GatehouseError } from './errors.ts'
import { backoff } from './waiting.ts'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5000
/** A longer `Retry-After` is left to the caller. */
const LONGEST_RETRY_AFTER_S = 5

/** No response, or a short absence of the service or of something on the way to it. */
const PASSING = [0, 502, 503, 504]

interface Attempts {
  /** How many have failed before this one. */
  failed: number
  retries: number
  /** Whether a second arrival of the request changes nothing. */
  isRepeatable: boolean
}

/** How long to wait before a request is repeated, in milliseconds. Null: it is not repeated. */
export function waitAfter(
  error: unknown,
  { failed, retries, isRepeatable }: Attempts,
): number | null {
  if (!(error instanceof GatehouseError) || failed >= retries) return null
  // The rate limit is charged before anything happens. A locked account stays so for minutes.
  const isLimited = error.code === 'rate_limited' && error.retryAfter !== null
  if (!isLimited && !(isRepeatable && PASSING.includes(error.status))) return null
  if (error.retryAfter === null) return backoff(failed, FIRST_WAIT_MS, LONGEST_WAIT_MS)
  return error.retryAfter > LONGEST_RETRY_AFTER_S ? null : error.retryAfter * 1000
}
