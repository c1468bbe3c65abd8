/** Placeholder until the limiter's own slice lands. */
export function rateLimitHeaders(_budget: object): Record<string, string> {
  return {}
}
