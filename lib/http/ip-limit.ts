import { refuse, type Refusal } from '@/lib/platform/problems'
import { takeFromIpBudget } from '@/lib/rate-limit/ip-limiter'
import { rateLimitHeaders } from '@/lib/rate-limit/rate-limit-headers'

/** Charges a request to its client address; refuses when the budget is spent. Headers go on either answer. */
export async function limitByIp(
  ip: string | null,
): Promise<{ refusal: Refusal | null; headers: Record<string, string> }> {
  const budget = await takeFromIpBudget(ip)
  const refusal = budget.allowed ? null : refuse('rate_limited', { retryAfterSeconds: budget.resetSeconds })
  return { refusal, headers: rateLimitHeaders(budget) }
}
