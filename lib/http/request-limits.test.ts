import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { limitsOf, type RequestLimit, withinLimits } from '@/lib/http/request-limits'
import { newId } from '@/lib/platform/ids'
import { refuse } from '@/lib/platform/problems'
import { closeRequestBudgets, takeFromIpBudget } from '@/lib/protection/rate-limit/request-budgets'
import { testContext } from '@/tests/kit/test-context'

const ip = '203.0.113.7'

beforeEach(() => void loadSettings({ AUTH_IP_RATE_LIMIT: '3/1m', AUTH_USER_RATE_LIMIT: '3/1m' }))
afterEach(() => closeRequestBudgets())

/**
 * Sends a request with these limits; `proceed` returns `result`. Returns the answer and its
 * headers.
 */
async function send(
  limits: readonly RequestLimit[],
  result: object,
  principal: { userId: string } | null = null,
) {
  const headers: Record<string, string> = {}
  let reached = 0
  const answer = await withinLimits(limits, testContext({ ip }), headers, {
    authorize: async () => ({ ok: true, principal: principal as never }),
    proceed: async () => {
      reached++
      return result
    },
  })
  return { answer, headers, reached }
}

/** How many more requests the IP address may make. */
const left = async () => (await takeFromIpBudget(ip)).remaining + 1

describe('the default limits', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'follow from the access of the route: %s',
    (method) => {
      expect(limitsOf({ access: 'public' }, method)).toEqual(['address'])
      expect(limitsOf({ access: 'authenticated' }, method)).toEqual(['user'])
      expect(limitsOf({ access: { permission: 'users:list' } }, method)).toEqual([])
      expect(limitsOf({ access: 'public', limits: ['failures'] }, method)).toEqual(['failures'])
    },
  )

  it.each(['GET', 'HEAD', 'OPTIONS'])('are empty for reads, unless declared: %s', (method) => {
    expect(limitsOf({ access: 'public' }, method)).toEqual([])
    expect(limitsOf({ access: 'authenticated' }, method)).toEqual([])
    expect(limitsOf({ access: 'authenticated', limits: ['user'] }, method)).toEqual(['user'])
  })
})

describe('a request over the budget', () => {
  it.each([
    ['address', '"ip"', null],
    ['user', '"user"', { userId: newId() }],
  ] as const)(
    'of the %s is refused before the handler and told when to retry',
    async (limit, name, principal) => {
      for (let i = 0; i < 3; i++)
        expect(await send([limit], {}, principal)).toMatchObject({ reached: 1 })
      const { answer, headers, reached } = await send([limit], {}, principal)
      expect(answer).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
      expect(headers).toEqual({
        'ratelimit-policy': `${name};q=3;w=60`,
        ratelimit: `${name};r=0;t=60`,
        'retry-after': '60',
      })
      expect(reached).toBe(0)
    },
  )
})

it('of pictures, a user sends 30 in ten minutes, whatever else they may do', async () => {
  void loadSettings({ AUTH_USER_RATE_LIMIT: '100/1m' })
  const [ada, bob] = [{ userId: newId() }, { userId: newId() }]
  for (let i = 0; i < 30; i++) expect((await send(['user', 'avatar'], {}, ada)).reached).toBe(1)
  const { answer, headers, reached } = await send(['user', 'avatar'], {}, ada)
  expect(answer).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 600 })
  expect(headers).toMatchObject({ 'ratelimit-policy': '"avatar";q=30;w=600' })
  expect(reached).toBe(0)
  expect((await send(['user'], {}, ada)).reached).toBe(1)
  expect((await send(['user', 'avatar'], {}, bob)).reached).toBe(1)
})

describe('with a limit on failures', () => {
  it.each([
    ['a refusal', refuse('invalid_refresh_token')],
    ['finding nothing to act on', { status: 204, failed: true }],
  ])('%s is charged, and refused once the budget is exhausted', async (_, result) => {
    for (let i = 0; i < 3; i++) expect((await send(['failures'], result)).answer).toBe(result)
    expect((await send(['failures'], result)).answer).toMatchObject({ code: 'rate_limited' })
  })

  it.each([
    ['a success', { status: 200 }],
    ['a server error', refuse('overloaded')],
  ])('%s is neither charged nor blocked by an exhausted budget', async (_, result) => {
    for (let i = 0; i < 5; i++) expect((await send(['failures'], result)).answer).toBe(result)
    expect(await left()).toBe(3)
    while ((await takeFromIpBudget(ip)).allowed);
    expect(await send(['failures'], result)).toEqual({ answer: result, headers: {}, reached: 1 })
  })
})
