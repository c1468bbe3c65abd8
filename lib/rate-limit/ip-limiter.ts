/** Placeholder until the limiter's own slice lands. */
export async function takeFromIpBudget(_ip: string | null) {
  return { allowed: true, limit: 100, remaining: 100, resetSeconds: 60, windowSeconds: 60 }
}
