import { LRUCache } from 'lru-cache'
import { processSingleton } from '@/lib/config/process-singleton'
import { ipKey } from '@/lib/platform/ip-address'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { takeFromIpBudget } from '@/lib/protection/rate-limit/request-budgets'

type Caller = Pick<RequestContext, 'now' | 'ip'>

/** A label that belongs to no key is remembered: labels are random, so none becomes valid later. */
const MAX_UNKNOWN = 10_000
const MAX_ADDRESSES = 10_000
/** How many different keys of one address may be read from the database at once. */
const READS_AT_ONCE = 32

const memory = () =>
  processSingleton('wrong-api-keys', () => ({
    unknown: new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: 300_000 }),
    /** Addresses with an exhausted budget, and until when (milliseconds). */
    exhausted: new LRUCache<string, number>({ max: MAX_ADDRESSES }),
    reading: new Map<string, number>(),
  }))

/** A look into the database for a key that is not cached. */
interface KeyLookup {
  run<T>(read: () => Promise<T>): Promise<T | null>
}

/**
 * Bounds how often an address can make this process look for a key: well-formed keys that don't
 * exist would otherwise cost a query each. Refused while the address's budget is exhausted, so a
 * key that is cached still works there.
 */
export function admitKeyLookup(label: string, { ip, now }: Caller): Outcome<{ lookup: KeyLookup }> {
  const { unknown, exhausted, reading } = memory()
  const address = ipKey(ip)
  const wait = (exhausted.get(address) ?? 0) - now.getTime()
  if (wait > 0) return tooMany(Math.ceil(wait / 1000))
  const already = reading.get(address) ?? 0
  if (already >= READS_AT_ONCE) return tooMany(1)
  const run: KeyLookup['run'] = async (read) => {
    if (unknown.has(label)) return null
    reading.set(address, (reading.get(address) ?? 0) + 1)
    try {
      const found = await read()
      if (found === null) unknown.set(label, true)
      return found
    } finally {
      const rest = reading.get(address)! - 1
      if (rest > 0) reading.set(address, rest)
      else reading.delete(address)
    }
  }
  return { ok: true, lookup: { run } }
}

function tooMany(retryAfterSeconds: number): Refusal {
  const detail = 'Too many wrong API keys from this address. Try again later.'
  return refuse('rate_limited', { detail, retryAfterSeconds })
}

/** Refuses a wrong key and charges it to the client's address, like other public requests. */
export async function refuseWrongKey({ ip, now }: Caller): Promise<Refusal> {
  const budget = await takeFromIpBudget(ip)
  if (budget.allowed)
    return refuse('invalid_token', { detail: 'This API key is unknown. It may have been deleted.' })
  memory().exhausted.set(ipKey(ip), now.getTime() + budget.resetSeconds * 1000)
  return tooMany(budget.resetSeconds)
}
