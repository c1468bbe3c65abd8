/** What is left of a client address's budget. */
export interface IpBudget {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the budget is whole again, or until the next request may pass; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers: structured fields, `q` quota, `w` window,
 * `r` remaining, `t` seconds until reset), and `Retry-After` (RFC 9110 §10.2.3) on a refusal.
 */
export function rateLimitHeaders(budget: IpBudget): Record<string, string> {
  const headers: Record<string, string> = {
    'ratelimit-policy': `"ip";q=${budget.limit};w=${budget.windowSeconds}`,
    ratelimit: `"ip";r=${budget.remaining};t=${budget.resetSeconds}`,
  }
  if (!budget.allowed) headers['retry-after'] = String(budget.resetSeconds)
  return headers
}
