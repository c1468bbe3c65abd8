import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScureBase32Plugin } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { PASSWORD } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

interface Visitor {
  address: string
  userAgent: string
  deviceToken?: string
}
type Answer = Record<string, string>
interface StoredSession {
  accessToken: string
  refreshToken: string
  expiresAt: number
  refreshKey?: string
}

interface Guide {
  signIn: (credentials: { email: string; password: string }, visitor: Visitor) => Promise<Answer>
  sendCode: (mfaToken: string, code: string, visitor: Visitor) => Promise<Answer>
  sessions: Map<string, StoredSession>
  begin: (id: string, tokens: Answer) => Promise<void>
  accessToken: (id: string, refused?: string) => Promise<string | null>
  signOut: (id: string) => Promise<void>
}

const EMAIL = 'ada@example.org'
const VISITOR = { address: '203.0.113.7', userAgent: 'Visitor/1.0' }
let service: ServiceProcess
let api: ApiClient
let guide: Guide

/** The code that docs/web-apps.md shows, for this service. */
async function documented(name = 'web-app'): Promise<Guide> {
  const page = readFileSync('docs/web-apps.md', 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, code]) => code!)
  const file = join(temporaryFolder(), `${name}.ts`)
  const address = /^const API = '(.+)\/api\/v1'$/m.exec(blocks[0]!)![1]!
  writeFileSync(file, blocks.join('\n').replace(address, service.url))
  return (await import(file)) as Guide
}

async function register(email: string): Promise<void> {
  const mailed = () => [...service.output().matchAll(/verify-email\?token=([\w-]{43})/g)]
  const before = mailed().length
  await api.post('/auth/register', { email, password: PASSWORD })
  const token = await until('the email', 10_000, () => mailed()[before]?.[1])
  await api.post('/auth/verify-email', { token })
}

/** Turns two-step verification on. Returns the code of the next time step, which is unused. */
async function enroll(accessToken: string): Promise<string> {
  const setup = await api.post('/auth/mfa/setup', { password: PASSWORD }, bearer(accessToken))
  const secret = new ScureBase32Plugin().decode(String(setup.body.secret))
  const step = totpStep(new Date())
  const enabled = await api.post(
    '/auth/mfa/enable',
    { code: totpCode(secret, step) },
    bearer(accessToken),
  )
  expect(enabled.status).toBe(200)
  return totpCode(secret, step + 1)
}

beforeAll(async () => {
  service = await startService({ env: { TRUST_PROXY_HOPS: '1' } })
  api = await ApiClient.of(service.url)
  guide = await documented()
}, 120_000)
afterEach(() => void vi.unstubAllGlobals())
afterAll(() => service?.stop())

it('the code of the guide to web apps signs in again with two-step verification, passes on the address, and refreshes', async () => {
  await register(EMAIL)
  const first = await guide.signIn({ email: EMAIL, password: PASSWORD }, VISITOR)
  const code = await enroll(first.access_token!)
  const again = { ...VISITOR, deviceToken: first.device_token! }
  const challenge = await guide.signIn({ email: EMAIL, password: PASSWORD }, again)
  expect(challenge.status).toBe('mfa_required')
  const tokens = await guide.sendCode(challenge.mfa_token!, code, again)
  const { body } = await api.get('/me/sessions', bearer(tokens.access_token!))
  expect(JSON.stringify(body)).toContain(VISITOR.address)
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
  await guide.begin('first', tokens)
  expect(await guide.accessToken('first')).toBe(tokens.access_token)
  expect(await guide.accessToken('first', tokens.access_token)).not.toBe(tokens.access_token)
})

/** A session in the store of the guide's code, whose access token has expired. */
async function expiredSession(id: string): Promise<StoredSession> {
  const email = `${id}@example.org`
  await register(email)
  await guide.begin(id, await guide.signIn({ email, password: PASSWORD }, VISITOR))
  const session = { ...guide.sessions.get(id)!, expiresAt: 0 }
  guide.sessions.set(id, session)
  return session
}

const isAlive = async (token: string | null) =>
  (await api.get('/me', bearer(String(token)))).status === 200

it('requests that began with the same tokens refresh them once, also if one of them is late', async () => {
  const before = await expiredSession('late')
  const [first, second] = await Promise.all([guide.accessToken('late'), guide.accessToken('late')])
  const late = await guide.accessToken('late')
  const refused = await guide.accessToken('late', before.accessToken)
  expect(new Set([first, second, late, refused]).size).toBe(1)
  expect(first).not.toBe(before.accessToken)
  expect(await isAlive(first)).toBe(true)
})

it('a token that was refused during another request is replaced once', async () => {
  await expiredSession('refused')
  const stale = await guide.accessToken('refused')
  const [same, ...others] = await Promise.all([
    guide.accessToken('refused'),
    guide.accessToken('refused', stale!),
    guide.accessToken('refused', stale!),
  ])
  expect(same).toBe(stale)
  expect(others[0]).not.toBe(stale)
  expect(others[1]).toBe(others[0])
  expect(await isAlive(others[0])).toBe(true)
})

it.each(['before the refresh is sent', 'before its answer arrives'])(
  'a sign-out during a refresh is not undone: %s',
  async (moment) => {
    const id = moment.replace(/\W/g, '-')
    const { refreshToken } = await expiredSession(id)
    const { fetch: send } = globalThis
    const tokens: string[] = []
    let signedOut = (): void => undefined
    const afterSignOut = new Promise<void>((resolve) => (signedOut = resolve))
    const held = vi.fn<typeof fetch>(async (...request) => {
      const [address] = request
      if (typeof address !== 'string' || !address.endsWith('/auth/refresh')) return send(...request)
      if (moment.includes('sent')) await afterSignOut
      const answer = await send(...request)
      const body = (await answer.clone().json()) as { access_token?: string }
      if (body.access_token) tokens.push(body.access_token)
      await afterSignOut
      return answer
    })
    vi.stubGlobal('fetch', held)
    const refreshed = guide.accessToken(id).catch((error: { code: string }) => error.code)
    const isSent = moment.includes('sent')
      ? () => held.mock.calls.length > 0
      : () => tokens.length > 0
    await vi.waitFor(() => expect(isSent()).toBe(true), 10_000)
    await guide.signOut(id)
    signedOut()
    expect([null, 'invalid_refresh_token']).toContain(await refreshed)
    expect(guide.sessions.has(id)).toBe(false)
    for (const token of tokens) expect(await isAlive(token)).toBe(false)
    const again = await api.post('/auth/refresh', { refresh_token: refreshToken })
    expect(again.status).toBe(401)
  },
)

it('a server that restarts while a refresh is under way gets the same tokens', async () => {
  await expiredSession('restart')
  const sent = vi.fn<typeof fetch>()
  const { fetch: send } = globalThis
  sent.mockImplementation(async (...request) => {
    await send(...request)
    sent.mockImplementation(send)
    // The answer never arrives: the process has ended.
    return new Promise<never>(() => undefined)
  })
  vi.stubGlobal('fetch', sent)
  void guide.accessToken('restart')
  await vi.waitFor(() => expect(sent.getMockImplementation()).toBe(send), 10_000)
  const restarted = await documented('restarted')
  restarted.sessions.set('restart', guide.sessions.get('restart')!)
  expect(await isAlive(await restarted.accessToken('restart'))).toBe(true)
})
