import { LRUCache } from 'lru-cache'
import { settings, type Settings } from '@/lib/config/settings'
import { readAccessToken, type AccessClaims } from '@/lib/sessions/access-token'

const MAX_TOKENS = 20_000

/** By the settings that were in force, keys among them: other settings know nothing of it. */
const remembered = new WeakMap<Settings, LRUCache<string, AccessClaims>>()

/**
 * As `readAccessToken`, remembering the tokens that were good: a client sends the same one for minutes, and the same text has
 * the same signature. Its end is looked at each time; whether its session lives is somebody else's question, asked each time too.
 */
export function readRememberedAccessToken(token: string, now: Date): AccessClaims | 'invalid' | 'expired' {
  const inForce = settings()
  let cache = remembered.get(inForce)
  if (!cache) remembered.set(inForce, (cache = new LRUCache({ max: MAX_TOKENS })))
  const known = cache.get(token)
  if (known) return known.exp * 1000 <= now.getTime() ? 'expired' : known
  const claims = readAccessToken(token, now)
  if (typeof claims === 'object') cache.set(token, claims)
  return claims
}
