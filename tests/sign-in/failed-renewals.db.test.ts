import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as logoutRoute } from '@/app/api/v1/auth/logout/route'
import { POST as refreshRoute } from '@/app/api/v1/auth/refresh/route'
import { signOut as signOutAction } from '@/app/auth/logout/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { settings } from '@/lib/config/settings'
import type { RouteHandler } from '@/lib/http/define-route'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { db } from '@/lib/platform/db/database'
import { takeFromIpBudget } from '@/lib/protection/rate-limit/request-budgets'
import { freshAddress } from '@/tests/kit/contract/declared-handlers'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { answerWebRequest } from '@/lib/web/answer-web-request'
import { answerRenewal } from '@/lib/web/web-session'

const LIMIT = 3
/** Looks like a refresh token but is not one. */
const GARBAGE = 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA'

let userId = ''
/** The client address of a test's requests. */
let address = ''

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_IP_RATE_LIMIT: `${LIMIT}/1m` })
  await syncCatalog(new Date())
})
beforeEach(async () => {
  address = freshAddress()
  userId = (await insertUser()).id
})

const sessionOn = (surface: 'api' | 'web') => makeSession(userId, testContext({ surface }))
const rowOf = ({ sessionId }: IssuedSession) =>
  db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
/** The remaining budget of the address; checking costs one. */
const left = async () => (await takeFromIpBudget(address)).remaining + 1
const spend = async () => {
  while ((await takeFromIpBudget(address)).allowed);
}

async function call(handler: RouteHandler, refresh_token: string) {
  const answer = await handler(
    new Request('http://localhost:3000/api/v1/auth/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gatehouse-remote-address': address },
      body: JSON.stringify({ refresh_token }),
    }),
    { params: Promise.resolve({}) },
  )
  const text = await answer.text()
  const body = (text ? JSON.parse(text) : {}) as { code?: string; refresh_token?: string }
  return { status: answer.status, headers: answer.headers, body }
}
const refresh = (token: string) => call(refreshRoute, token)
const logout = (token: string) => call(logoutRoute, token)

/**
 * A browser's request with a refresh cookie and without an access cookie; without a token it has
 * neither.
 */
function browserRequest(path: string, token: string | null, method = 'POST') {
  const { origin } = new URL(settings().baseUrl)
  const headers = new Headers({
    origin,
    'x-gatehouse-remote-address': address,
    'x-gatehouse-page': path,
  })
  if (token !== null) headers.set('cookie', `refresh=${token}`)
  return new Request(`${origin}${path}`, { method, headers })
}
const renew = (token: string) => answerRenewal(browserRequest('/auth/renew', token))
const visit = (token: string | null) => answerWebRequest(browserRequest('/dashboard', token, 'GET'))
const signOut = (token: string) =>
  submitAction(signOutAction, {
    page: '/auth/logout',
    fields: {},
    headers: { cookie: `refresh=${token}`, 'x-gatehouse-remote-address': address },
  })

/** The statuses of as many calls as the budget allows, and one more. */
async function statusesOf(send: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses = []
  for (let i = 0; i <= LIMIT; i++) statuses.push((await send()).status)
  return statuses
}

describe('an office behind one IP address', () => {
  it('refreshes and signs out without a limit', async () => {
    let { refreshToken } = await sessionOn('api')
    for (let i = 0; i < 4 * LIMIT; i++) {
      const { status, body } = await refresh(refreshToken)
      expect(status).toBe(200)
      refreshToken = body.refresh_token!
    }
    for (let i = 0; i < 2 * LIMIT; i++) {
      expect((await renew((await sessionOn('web')).refreshToken)).status).toBe(204)
      expect((await visit((await sessionOn('web')).refreshToken)).status).toBe(200)
      expect((await logout((await sessionOn('api')).refreshToken)).status).toBe(204)
      expect((await signOut((await sessionOn('web')).refreshToken)).status).toBe(303)
    }
    expect(await left()).toBe(LIMIT)
  })

  it('continues to do so when one of its users has spent the budget: a lockout is no weapon', async () => {
    await spend()
    const [api, web, page, out, webOut] = [
      await sessionOn('api'),
      await sessionOn('web'),
      await sessionOn('web'),
      await sessionOn('api'),
      await sessionOn('web'),
    ]
    expect((await refresh(api.refreshToken)).status).toBe(200)
    expect((await renew(web.refreshToken)).status).toBe(204)
    expect((await visit(page.refreshToken)).status).toBe(200)
    expect((await logout(out.refreshToken)).status).toBe(204)
    expect((await signOut(webOut.refreshToken)).status).toBe(303)
    for (const ended of [out, webOut]) expect((await rowOf(ended)).revokedAt).not.toBeNull()
  })

  it('is not charged for visitors who are not signed in', async () => {
    for (let i = 0; i < 2 * LIMIT; i++) expect((await visit(null)).status).toBe(303)
    expect(await left()).toBe(LIMIT)
  })
})

describe.each([
  ['that we never issued', async () => GARBAGE],
  [
    'of a session that has ended',
    async (surface: 'api' | 'web') => (await ended(surface)).refreshToken,
  ],
])('a refresh token %s', (_, tokenOn) => {
  it('is charged to the address on refresh', async () => {
    const token = await tokenOn('api')
    expect(await statusesOf(() => refresh(token))).toEqual([401, 401, 401, 429])
    const { headers, body } = await refresh(token)
    expect(body.code).toBe('rate_limited')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('ratelimit-policy')).toBe(`"ip";q=${LIMIT};w=60`)
  })

  it('is charged on sign-out, although an unknown one is no error', async () => {
    const token = await tokenOn('api')
    expect(await statusesOf(() => logout(token))).toEqual([204, 204, 204, 429])
  })

  it('is charged when a page renews with it', async () => {
    const token = await tokenOn('web')
    expect(await statusesOf(() => renew(token))).toEqual([401, 401, 401, 429])
    expect(Number((await renew(token)).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is charged when a page is visited with it: to sign-in, then refused', async () => {
    const token = await tokenOn('web')
    expect(await statusesOf(() => visit(token))).toEqual([303, 303, 303, 429])
  })

  it('is charged when a browser signs out with it', async () => {
    const token = await tokenOn('web')
    expect(await statusesOf(() => signOut(token))).toEqual([303, 303, 303, 429])
  })
})

async function ended(surface: 'api' | 'web'): Promise<IssuedSession> {
  const session = await sessionOn(surface)
  await db().sessionFamily.update({
    where: { id: session.sessionId },
    data: { revokedAt: new Date() },
  })
  return session
}

it('reuse ends the session and is audited even when the budget is spent', async () => {
  const session = await sessionOn('api')
  expect((await refresh(session.refreshToken)).status).toBe(200)
  await spend()
  expect((await refresh(session.refreshToken)).body.code).toBe('rate_limited')
  expect((await rowOf(session)).revokedReason).toBe('refresh_token_reused')
  const about = { action: 'refresh_token.reused', targetId: session.sessionId }
  expect(await db().auditRecord.count({ where: about })).toBe(1)
})

it('an active session is not ended by a sign-out on the other surface, which is charged', async () => {
  const session = await sessionOn('web')
  expect((await logout(session.refreshToken)).status).toBe(204)
  expect((await rowOf(session)).revokedAt).toBeNull()
  expect(await left()).toBe(LIMIT - 1)
})
