import { expect, it } from 'vitest'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { makeAccessToken } from '@/lib/identity/sessions/session-tokens'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, type LiveClient, openPlain, openSocketIo } from '@/tests/kit/live-client'
import {
  fromOwnPage,
  type SignedInUser,
  useLiveInstances,
  withBearer,
} from '@/tests/kit/live-instances'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { fillPageForm } from '@/tests/kit/page-form'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000
const NEW_PASSWORD = 'a quite different passphrase'
const TABS = 20

/** The cookies of a browser on one instance, updated from responses. */
class Jar {
  readonly #cookies: Map<string, string>

  constructor(cookies: Record<string, string>) {
    this.#cookies = new Map(Object.entries(cookies))
  }

  static of(session: IssuedSession): Jar {
    const { accessToken: access, refreshToken: refresh, deviceToken: device } = session
    return new Jar({ access, refresh, device })
  }

  copy(): Jar {
    return new Jar(Object.fromEntries(this.#cookies))
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async send(url: string, path: string, form?: FormData | URLSearchParams): Promise<Response> {
    const headers = { cookie: this.header, ...(form && { origin: url }) }
    const init = form && { method: 'POST', body: form }
    const answer = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' })
    for (const text of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(';', 1)[0]!.split('=', 2)
      if (value === '' || text.includes('Max-Age=0')) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    await answer.arrayBuffer()
    return answer
  }
}

/** The password form, opened by that browser. */
const changeForm = (url: string, jar: Jar) =>
  fillPageForm({ page: url + PASSWORD_PAGE, fields: CHANGE, headers: { cookie: jar.header } })
const CHANGE = { intent: 'change', current_password: PASSWORD, new_password: NEW_PASSWORD }
const PASSWORD_PAGE = '/dashboard/account/password'
const touchesSession = (answer: Response) =>
  answer.headers.getSetCookie().some((text) => /^(access|refresh)=/.test(text))

describeOnServer('a password change', () => {
  const live = useLiveInstances(2)
  const here = () => live.url(0)
  const there = () => live.url(1)
  const isLive = async ({ sessionId }: IssuedSession) =>
    (await findFamily(db(), sessionId, new Date()))!.revokedAt === null

  async function signedInUser(surface: 'api' | 'web'): Promise<SignedInUser> {
    return live.signedInUser(surface, (await makeUser()).id)
  }
  async function changeOverApi({ token }: SignedInUser) {
    const api = await ApiClient.of(here())
    const input = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    const { status, body } = await api.post('/auth/change-password', input, bearer(token))
    expect(status).toBe(200)
    return { token: String(body.access_token), refreshToken: String(body.refresh_token) }
  }
  /** A browser whose access token expired, as in a tab left alone for a while. */
  async function idleBrowser({ session }: SignedInUser): Promise<Jar> {
    const family = (await findFamily(db(), session.sessionId, new Date()))!
    const jar = Jar.of(session)
    jar.set('access', makeAccessToken(family, addSeconds(new Date(), -3600)).token)
    return jar
  }

  it('revokes the old access token on every instance, and ends nothing when old tokens are presented', async () => {
    const app = await signedInUser('api')
    const elsewhere = await ApiClient.of(there())
    expect((await elsewhere.get('/me', bearer(app.token))).status).toBe(200)
    const after = await changeOverApi(app)
    const refused = await until('the other instance refuses the old token', WITHIN_MS, async () => {
      const answer = await elsewhere.get('/me', bearer(app.token))
      return answer.status === 401 ? answer : null
    })
    expect(refused.body.code).toBe('invalid_token')
    const refresh = (token: string) => elsewhere.post('/auth/refresh', { refresh_token: token })
    expect(await refresh(app.session.refreshToken)).toMatchObject({
      status: 401,
      body: { code: 'invalid_refresh_token' },
    })
    expect((await elsewhere.get('/me', bearer(after.token))).status).toBe(200)
    expect((await refresh(after.refreshToken)).status).toBe(200)
  })

  it('ends what was opened with an old token or ticket on the other instance, and accepts no new connection with one', async () => {
    const app = await signedInUser('api')
    const page = await live.signedInUser('web', app.id)
    const elsewhere = await ApiClient.of(there())
    const ticket = async () =>
      String((await elsewhere.post('/ws/ticket', undefined, bearer(app.token))).body.ticket)
    const [used, waiting] = [await ticket(), await ticket()]
    const clients = await Promise.all<LiveClient>([
      accepted(openPlain(there(), withBearer(app))),
      accepted(openPlain(there(), { query: { access_token: used } })),
      accepted(openSocketIo(there(), '/api/v1/ws', withBearer(app))),
    ])
    const after = await changeOverApi(app)
    for (const client of clients) expect((await client.end()).code).toBe(4401)
    expect(clients[0]!.ended()).toEqual({ code: 4401, reason: 'invalid_token' })
    expect(await openPlain(there(), withBearer(app))).toBe(401)
    expect(await openPlain(there(), { query: { access_token: waiting } })).toBe(401)
    expect((await elsewhere.get('/me', bearer(page.token))).status).toBe(401)
    await accepted(openPlain(there(), withBearer({ ...app, token: after.token })))
  })

  it('ends the connections of that browser’s pages, which reconnect with its new cookie', async () => {
    const page = await signedInUser('web')
    const jar = Jar.of(page.session)
    const socket = await accepted(openSocketIo(there(), '/webui/ws', fromOwnPage(there(), page)))
    expect((await jar.send(here(), PASSWORD_PAGE, await changeForm(here(), jar))).status).toBe(303)
    expect((await socket.end()).code).toBe(4401)
    expect(await openSocketIo(there(), '/webui/ws', fromOwnPage(there(), page))).toBe(401)
    const again = { ...page, token: jar.get('access')! }
    await accepted(openSocketIo(there(), '/webui/ws', fromOwnPage(there(), again)))
  })

  it('leaves a stolen copy of the cookies useless, and a losing tab with its cookies', async () => {
    const page = await signedInUser('web')
    const owner = Jar.of(page.session)
    const stolen = owner.copy()
    expect((await stolen.send(there(), '/dashboard')).status).toBe(200)
    const done = await owner.send(here(), PASSWORD_PAGE, await changeForm(here(), owner))
    expect(done.headers.get('location')).toBe(PASSWORD_PAGE)
    await until('the other instance refuses the copy', WITHIN_MS, async () => {
      return (await stolen.send(there(), '/dashboard')).status !== 200
    })
    for (const url of [here(), there()]) {
      const visited = await stolen.send(url, '/dashboard')
      expect([visited.status, visited.headers.get('location')]).toEqual([303, '/auth/login'])
      const renewed = await stolen.send(url, '/auth/renew', new URLSearchParams())
      expect(renewed.status).toBe(401)
      expect([visited, renewed].map(touchesSession)).toEqual([false, false])
    }
    expect(await isLive(page.session)).toBe(true)
    for (const url of [here(), there()])
      expect((await owner.send(url, '/dashboard')).status).toBe(200)
  })

  it('signs out no one with many tabs renewing at that moment, and issues no token across the change', async () => {
    const page = await signedInUser('web')
    const browser = await idleBrowser(page)
    const before = browser.copy()
    const tab = () => browser.send(here(), '/dashboard')
    const change = browser.send(here(), PASSWORD_PAGE, await changeForm(here(), browser))
    const answers = await Promise.all([change, ...Array.from({ length: TABS - 1 }, tab)])
    expect(answers[0].headers.get('location')).toBe(PASSWORD_PAGE)
    for (const answer of answers) expect([200, 303]).toContain(answer.status)
    expect((await browser.send(here(), '/dashboard')).status).toBe(200)
    expect((await browser.send(there(), '/dashboard')).status).toBe(200)
    expect((await before.send(here(), '/auth/renew', new URLSearchParams())).status).toBe(401)
    expect(await isLive(page.session)).toBe(true)
  })

  it('answers a form whose session was renewed in between with the tokens of the change only', async () => {
    const browser = await idleBrowser(await signedInUser('web'))
    const answer = await browser.send(here(), PASSWORD_PAGE, await changeForm(here(), browser))
    const tokens = answer.headers.getSetCookie().filter((text) => text.startsWith('access='))
    expect(tokens).toHaveLength(1)
    expect((await browser.send(here(), '/dashboard')).status).toBe(200)
  })
})
