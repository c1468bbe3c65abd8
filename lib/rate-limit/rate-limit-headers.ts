import type { Budget } from '@/lib/rate-limit/request-budgets'

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers: structured fields, `q` quota, `w` window,
 * `r` remaining, `t` seconds until reset), and `Retry-After` (RFC 9110 §10.2.3) on a refusal.
 */
export function rateLimitHeaders(budget: Budget): Record<string, string> {
  const { name, limit, windowSeconds, remaining, resetSeconds } = budget
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
  if (!budget.allowed) headers['retry-after'] = String(resetSeconds)
  return headers
}
