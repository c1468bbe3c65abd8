import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScureBase32Plugin } from 'otplib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { ApiClient, bearer } from '@/lib/testing/api-client'
import { PASSWORD } from '@/lib/testing/make-user'
import { type ServiceProcess, startService } from '@/lib/testing/start-service'
import { temporaryFolder } from '@/lib/testing/temporary-folder'
import { until } from '@/lib/testing/until'

interface Visitor {
  address: string
  userAgent: string
  deviceToken?: string
}
type Answer = Record<string, string>

interface Guide {
  signIn: (credentials: { email: string; password: string }, visitor: Visitor) => Promise<Answer>
  sendCode: (mfaToken: string, code: string, visitor: Visitor) => Promise<Answer>
  refresh: (session: { id: string; refreshToken: string }) => Promise<Answer>
}

const EMAIL = 'ada@example.org'
const VISITOR = { address: '203.0.113.7', userAgent: 'Visitor/1.0' }
let service: ServiceProcess
let api: ApiClient
let guide: Guide

/** The code that docs/web-apps.md shows, for this service. */
async function documented(): Promise<Guide> {
  const page = readFileSync('docs/web-apps.md', 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, code]) => code!)
  const file = join(temporaryFolder(), 'web-app.ts')
  const address = /^const API = '(.+)\/api\/v1'$/m.exec(blocks[0]!)![1]!
  writeFileSync(file, blocks.join('\n').replace(address, service.url))
  return (await import(file)) as Guide
}

async function register(): Promise<void> {
  await api.post('/auth/register', { email: EMAIL, password: PASSWORD })
  const token = await until(
    'the email',
    10_000,
    () => /verify-email\?token=([\w-]{43})/.exec(service.output())?.[1],
  )
  await api.post('/auth/verify-email', { token })
}

/** Turns two-step verification on. Returns the code of the next time step, which is unused. */
async function enrol(accessToken: string): Promise<string> {
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
afterAll(() => service?.stop())

it('the code of the guide to web apps signs in again with two-step verification, passes on the address, and refreshes', async () => {
  await register()
  const first = await guide.signIn({ email: EMAIL, password: PASSWORD }, VISITOR)
  const code = await enrol(first.access_token!)
  const again = { ...VISITOR, deviceToken: first.device_token! }
  const challenge = await guide.signIn({ email: EMAIL, password: PASSWORD }, again)
  expect(challenge.status).toBe('mfa_required')
  const tokens = await guide.sendCode(challenge.mfa_token!, code, again)
  const { body } = await api.get('/me/sessions', bearer(tokens.access_token!))
  expect(JSON.stringify(body)).toContain(VISITOR.address)
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
  const refreshed = await guide.refresh({ id: 'one', refreshToken: tokens.refresh_token! })
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
})
