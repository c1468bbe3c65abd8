import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { remember } from '@/lib/platform/remember'

/** Tokens live for five minutes at most; this many sign-ins within them are more than one process serves. */
const MAX_TOKENS = 20_000

/**
 * Claims a token for one request. Null when another request holds it or was let through by it. What is given back may be claimed
 * again: only tokens that were let through stay, so that a flood of made-up ones pushes none of them out.
 */
export function claimToken(token: string): { giveBack(): void } | null {
  const key = createHash('sha256').update(token).digest('base64')
  const taken = remember('bot-check-tokens', () => new LRUCache<string, true>({ max: MAX_TOKENS }))
  if (taken.has(key)) return null
  taken.set(key, true)
  return { giveBack: () => void taken.delete(key) }
}
