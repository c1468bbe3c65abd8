import { describe, expect, it } from 'vitest'
import { rateLimitHeaders } from '@/lib/http/request-limits'

describe('the rate-limit headers', () => {
  const budget = {
    name: 'ip',
    allowed: true,
    limit: 100,
    remaining: 50,
    resetSeconds: 30,
    windowSeconds: 60,
  } as const

  it('state the policy and the remaining requests', () => {
    expect(rateLimitHeaders(budget)).toEqual({
      'ratelimit-policy': '"ip";q=100;w=60',
      ratelimit: '"ip";r=50;t=30',
    })
  })

  it("identify a user's budget", () => {
    expect(rateLimitHeaders({ ...budget, name: 'user' })).toEqual({
      'ratelimit-policy': '"user";q=100;w=60',
      ratelimit: '"user";r=50;t=30',
    })
  })

  it('tell a refused client when to retry', () => {
    expect(rateLimitHeaders({ ...budget, allowed: false, remaining: 0 })).toEqual({
      'ratelimit-policy': '"ip";q=100;w=60',
      ratelimit: '"ip";r=0;t=30',
      'retry-after': '30',
    })
  })
})
