import { beforeAll, describe, expect, it } from 'vitest'
import { signOut, stopViewing } from '@/app/auth/logout/actions'
import { sendMessage } from '@/app/contact/actions'
import { saveProfile } from '@/app/dashboard/account/actions'
import { GET as exportOwn } from '@/app/dashboard/account/data/export/route'
import { viewAsUser } from '@/app/dashboard/users/[id]/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { parseCookieHeader } from '@/lib/http/cookie-header'
import { REQUEST_INSTANT } from '@/lib/http/internal-headers'
import { findLiveCaller } from '@/lib/http/live-caller'
import { cookieHeaderWith, sessionSetCookies } from '@/lib/http/session-cookies'
import { isOfferOpen } from '@/lib/identity/passkeys/own-passkeys'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { answerWebRequest } from '@/lib/web/answer-web-request'
import { answerRenewal } from '@/lib/web/web-session'

useTestDatabase()
beforeAll(async () => {
  useSettings({ OAUTH_GOOGLE_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET: 'secret' })
  await syncCatalog(new Date())
})

const ORIGIN = 'http://localhost:3000'

/** Runs something at another time than the page proxy decided. */
async function atInstant<T>(instant: Date, run: () => Promise<T>): Promise<T> {
  const clock = setClock({ now: () => instant })
  try {
    return await run()
  } finally {
    setClock(clock)
  }
}

/** The Cookie header of a browser after a response. */
function browserAfter(cookie: string, response: Response): string {
  const jar = new Map(parseCookieHeader(cookie))
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = line.split(';', 1)[0]!.split('=') as [string, string]
    if (/max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

const namesIn = (cookie: string) => [...parseCookieHeader(cookie).keys()].sort()
const visit = (path: string, cookie: string, method = 'GET') =>
  answerWebRequest(new Request(`${ORIGIN}${path}`, { method, headers: { cookie, origin: ORIGIN } }))

const startIn = (cookie: string, userId: string) =>
  submitAction(viewAsUser, {
    page: `/dashboard/users/${userId}`,
    fields: { intent: 'view_as', reason: 'Ticket 4711' },
    headers: { cookie },
  })

/** An administrator's browser that views as a user. */
async function viewing() {
  const { userId } = await holderOf('users:read', 'users:impersonate')
  const own = await pageCookie(userId)
  const user = await insertUser({ name: 'Grace Hopper' })
  const answer = await startIn(own, user.id)
  return { actorId: userId, user, own, answer, cookie: browserAfter(own, answer) }
}

/** What the scripts of a page that stays open send. */
const renewIn = (cookie: string) =>
  answerRenewal(
    new Request(`${ORIGIN}/auth/renew`, { method: 'POST', headers: { cookie, origin: ORIGIN } }),
  )

const sessionOf = async (userId: string) =>
  db().sessionFamily.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } })

/** Ends all sessions of a user. */
const end = (userId: string) =>
  db().sessionFamily.updateMany({
    where: { userId },
    data: { revokedAt: new Date(), revokedReason: 'test' },
  })

describe('viewing as another user in the browser', () => {
  it('keeps the administrator’s own session aside, under another name', async () => {
    const { answer, cookie, user } = await viewing()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    expect(namesIn(cookie)).toEqual(['access', 'device', 'impersonator'])
    expect((await sessionOf(user.id)).impersonatedById).not.toBeNull()
    expect((await visit('/dashboard', cookie)).headers.get('location')).toBeNull()
  })

  it('gives a copied access cookie no refresh token of the administrator', async () => {
    const { user, own } = await viewing()
    const stolen = own.replace(/refresh=[^;]*; /, '')
    const answer = await startIn(stolen, user.id)
    expect(answer.headers.get('location')).toBe('/dashboard')
    expect(namesIn(browserAfter(stolen, answer))).toEqual(['access', 'device'])
  })

  it('keeps no refresh token that another tab has exchanged, whose reuse would end the session', async () => {
    const { user, own, actorId } = await viewing()
    const { id } = await sessionOf(actorId)
    await db().sessionFamily.update({ where: { id }, data: { generation: 2 } })
    const answer = await startIn(own, user.id)
    expect(namesIn(browserAfter(own, answer))).toEqual(['access', 'device'])
  })

  it.each([
    ['stopping', stopViewing],
    ['signing out', signOut],
  ])('%s ends only that and returns to the administrator’s own session', async (_, action) => {
    const { cookie, user, actorId } = await viewing()
    const answer = await submitAction(action, {
      page: '/dashboard',
      fields: {},
      headers: { cookie },
    })
    expect(answer.headers.get('location')).toBe(`/dashboard/users/${user.id}`)
    const after = browserAfter(cookie, answer)
    expect(namesIn(after)).toEqual(['access', 'device', 'refresh'])
    expect((await sessionOf(user.id)).revokedAt).not.toBeNull()
    expect((await sessionOf(actorId)).revokedAt).toBeNull()
    expect((await visit(`/dashboard/users/${user.id}`, after)).headers.get('location')).toBeNull()
  })

  it('a page opened after it ended shows the administrator’s own session', async () => {
    const { cookie, user } = await viewing()
    await end(user.id)
    const expired = cookie.replace(/access=[^;]*; /, '')
    const answer = await visit('/dashboard', expired)
    expect(answer.headers.get('location')).toBeNull()
    expect(namesIn(browserAfter(expired, answer))).toEqual(['access', 'device', 'refresh'])
  })

  it('a form sent after it ended never acts as the administrator', async () => {
    const { cookie } = await viewing()
    const expired = cookie.replace(/access=[^;]*; /, '')
    const answer = await visit('/dashboard/account', expired, 'POST')
    expect(answer.headers.get('location')).toContain('/auth/login')
    expect(namesIn(browserAfter(expired, answer))).toContain('impersonator')
  })

  it('an open page stays while it lives, although its scripts renew neither session', async () => {
    const { cookie, user, actorId } = await viewing()
    const before = await sessionOf(actorId)
    for (const cookies of [cookie, cookie.replace(/; impersonator=.*/, '')]) {
      const answer = await renewIn(cookies)
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
    }
    expect((await sessionOf(actorId)).generation).toBe(before.generation)
    expect((await sessionOf(user.id)).generation).toBe(1)
  })

  it.each([
    ['was stopped', (userId: string) => end(userId)],
    ['lost the administrator’s own session', (_: string, actorId: string) => end(actorId)],
    [
      'lost the administrator’s permission',
      (_: string, actorId: string) => db().userRole.deleteMany({ where: { userId: actorId } }),
    ],
  ])('an open page is told to leave once it %s', async (_, happen) => {
    const { cookie, user, actorId } = await viewing()
    await happen(user.id, actorId)
    const answer = await renewIn(cookie)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  })

  it('an open page is told to leave when it expires', async () => {
    const { cookie, user } = await viewing()
    const { expiresAt } = await sessionOf(user.id)
    expect((await atInstant(addSeconds(expiresAt, -1), () => renewIn(cookie))).status).toBe(204)
    expect((await atInstant(addSeconds(expiresAt, 1), () => renewIn(cookie))).status).toBe(401)
  })

  it('leads to the sign-in page, once, if the administrator’s own session has ended too', async () => {
    const { cookie, actorId } = await viewing()
    await end(actorId)
    const expired = cookie.replace(/access=[^;]*; /, '')
    const answer = await visit('/dashboard', expired)
    expect(answer.headers.get('location')).toContain('/auth/login')
    expect(namesIn(browserAfter(expired, answer))).not.toContain('impersonator')
  })

  it('20 clicks on stop end it once and leave one usable session', async () => {
    const { cookie, user, actorId } = await viewing()
    const answers = await twenty(() =>
      submitAction(stopViewing, { page: '/dashboard', fields: {}, headers: { cookie } }),
    )
    const where = { action: 'impersonation.ended', targetId: user.id }
    expect(await db().auditRecord.count({ where })).toBe(1)
    expect((await sessionOf(actorId)).revokedAt).toBeNull()
    expect(
      answers.some(({ headers }) => headers.get('location') === `/dashboard/users/${user.id}`),
    ).toBe(true)
  })

  it('refuses forms and endpoints, and records the form under both names', async () => {
    const { cookie, user, actorId } = await viewing()
    const answer = await submitAction(saveProfile, {
      page: '/dashboard/account',
      fields: { name: 'Eve' },
      script: true,
      headers: { cookie },
    })
    expect(answer.status).toBe(403)
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).name).toBe(
      'Grace Hopper',
    )
    const where = { action: 'impersonation.write_refused', targetId: user.id }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      { actorId, details: { operation: '/dashboard/account', on_behalf_of: user.id } },
    ])
    expect((await visit('/auth/oauth/google', cookie)).status).toBe(403)
    expect((await visit('/auth/passkeys/options', cookie, 'POST')).status).toBe(403)
  })

  it('offers no passkey, which the browser would take by itself, as a refused change', async () => {
    const { user, cookie } = await viewing()
    const accessToken = new Map(parseCookieHeader(cookie)).get('access')!
    const credential = { accessToken, surface: 'web', presentedByClient: true } as const
    const viewed = await authenticate(credential, new Date())
    if (!viewed.ok) throw new Error(viewed.code)
    expect(viewed.principal.userId).toBe(user.id)
    expect(await isOfferOpen(viewed.principal)).toBe(false)
  })

  it.each([true, false])(
    'a form that the page proxy admitted just before it expired changes nothing (form of the account: %s)',
    async (signedIn) => {
      const { cookie, user, actorId } = await viewing()
      const { expiresAt } = await sessionOf(user.id)
      const act = signedIn ? saveProfile : sendMessage
      const answer = await atInstant(addSeconds(expiresAt, 1), () =>
        submitAction(act, {
          page: '/dashboard/account',
          fields: { name: 'Eve' },
          script: true,
          headers: {
            cookie,
            [REQUEST_INSTANT]: String(addSeconds(expiresAt, -1).getTime()),
          },
        }),
      )
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { code: 'impersonation_read_only' },
      ])
      const { name } = await db().user.findUniqueOrThrow({ where: { id: user.id } })
      expect(name).toBe('Grace Hopper')
      const where = { targetId: user.id, actorId, action: 'impersonation.write_refused' }
      expect(await db().auditRecord.count({ where })).toBe(1)
    },
  )

  it('nor is the personal data handed out that was requested just before', async () => {
    const { cookie, user } = await viewing()
    const { expiresAt } = await sessionOf(user.id)
    const headers = {
      cookie,
      'x-gatehouse-page': '/dashboard/account/data/export',
      [REQUEST_INSTANT]: String(addSeconds(expiresAt, -1).getTime()),
    }
    const url = `${ORIGIN}/dashboard/account/data/export`
    const answer = await atInstant(addSeconds(expiresAt, 1), () =>
      exportOwn(new Request(url, { headers })),
    )
    expect(answer.status).toBe(403)
    const where = { targetId: user.id, action: 'account.exported' }
    expect(await db().auditRecord.count({ where })).toBe(0)
  })

  it('signing out of an own session never opens the one that was once kept aside', async () => {
    const { cookie, user, actorId } = await viewing()
    const expired = cookie.replace(/access=[^;]*; /, '')
    const other = await insertUser()
    const session = await makeSession(other.id, testContext({ surface: 'web' }))
    // As in browsers that signed in before sign-ins forgot the other session.
    const [kept] = /impersonator=[^;]*/.exec(expired)!
    const both = `${cookieHeaderWith(null, session)}; ${kept}`
    const answer = await submitAction(signOut, {
      page: '/dashboard',
      fields: {},
      headers: { cookie: both },
    })
    expect(answer.headers.get('location')).toBe('/auth/login')
    expect(namesIn(browserAfter(both, answer))).toEqual(['device', 'notice'])
    expect((await sessionOf(other.id)).revokedReason).toBe('logout')
    const where = { userId: { in: [actorId, user.id] }, revokedReason: 'logout' }
    expect(await db().sessionFamily.count({ where })).toBe(0)
  })

  it('signing in forgets the session that was kept aside', async () => {
    const { cookie } = await viewing()
    const { id } = await insertUser()
    const session = await makeSession(id, testContext({ surface: 'web' }))
    const answer = new Response(null)
    for (const line of sessionSetCookies(session)) answer.headers.append('set-cookie', line)
    expect(namesIn(browserAfter(cookie, answer))).toEqual(['access', 'device', 'refresh'])
    expect(namesIn(cookieHeaderWith(cookie, session))).toEqual(['access', 'device', 'refresh'])
  })

  it('live connections end with it at the latest', async () => {
    const { cookie, user } = await viewing()
    const header = (name: string) =>
      ({ cookie, origin: ORIGIN, host: 'localhost:3000' })[name] ?? null
    const request = { header, query: () => new URLSearchParams() }
    const found = await findLiveCaller(request, 'webui', { now: new Date(), ip: null })
    const { expiresAt, id } = await sessionOf(user.id)
    expect(found).toMatchObject({
      ok: true,
      caller: { userId: user.id, credentialId: id, endsAt: expiresAt },
    })
  })
})
