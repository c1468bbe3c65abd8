import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as area from '@/app/api/v1/settings/[area]/route'
import * as areaTest from '@/app/api/v1/settings/[area]/test/route'
import * as notifications from '@/app/api/v1/settings/notifications/route'
import * as payments from '@/app/api/v1/settings/payments/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { settings } from '@/lib/config/settings'
import type { RouteHandler } from '@/lib/http/define-route'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(async () => {
  useSettings()
  await db().storedSetting.deleteMany()
  await db().settingArea.deleteMany()
  await db().providerHealth.deleteMany()
})

interface Call {
  area?: string
  body?: object
  /** The caller, signed in `ago` seconds ago. */
  as?: string
  ago?: number
  ifMatch?: string
}

/** Calls a route as the service does. */
async function call(handler: RouteHandler, by: Call = {}) {
  const { area: name = 'policy', body, as, ago = 0, ifMatch } = by
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (as) {
    const session = await makeSession(as, ctx({ now: addSeconds(new Date(), -ago) }))
    headers.authorization = `Bearer ${session.accessToken}`
  }
  if (ifMatch) headers['if-match'] = ifMatch
  const init = {
    method: handler.declaration.body ? 'PUT' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }
  const answer = await handler(new Request(`http://x/api/v1/settings/${name}`, init), {
    params: Promise.resolve({ area: name }),
  })
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    body: (await answer.json()) as { detail: string; health: Record<string, unknown> },
  }
}

const others = (...but: string[]) =>
  permissionCatalog.map(({ name }) => name).filter((name) => !but.includes(name))
const manager = async () => (await holderOf('settings:manage')).userId
const stored = () => db().storedSetting.count()

describe('access to settings', () => {
  it.each([
    ['settings:manage', area.GET, 'policy'],
    ['settings:manage', area.GET, 'mail'],
    ['notifications:settings', notifications.GET, 'notifications'],
    ['notifications:settings', payments.GET, 'payments'],
  ] as const)('requires %s to read its areas', async (permission, handler, name) => {
    expect((await call(handler, { area: name })).status).toBe(401)
    const stranger = (await holderOf(...others(permission))).userId
    expect(await call(handler, { area: name, as: stranger })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permission' },
    })
    const holder = (await holderOf(permission)).userId
    expect(await call(handler, { area: name, as: holder })).toMatchObject({
      status: 200,
      etag: '"1"',
    })
  })

  it('does not extend to areas of the other permission, and unknown areas are not found', async () => {
    const as = await manager()
    for (const name of ['notifications', 'payments', 'nonsense', '__proto__'])
      expect((await call(area.GET, { area: name, as })).status).toBe(404)
    expect((await call(area.PUT, { area: 'payments', as, body: { values: {} } })).status).toBe(404)
    expect(await stored()).toBe(0)
  })

  it('requires a sign-in within the last ten minutes for changes and tests', async () => {
    const as = await manager()
    const body = { values: { password_min_length: 14 } }
    expect(await call(area.PUT, { as, body, ago: 601 })).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required' },
    })
    expect(await stored()).toBe(0)
    expect((await call(areaTest.POST, { area: 'mail', as, body: {}, ago: 601 })).status).toBe(401)
    expect((await call(area.PUT, { as, body, ago: 500 })).status).toBe(200)
  })
})

describe('PUT /settings/{area}', () => {
  it('returns the whole area with its new version, which If-Match is checked against', async () => {
    const as = await manager()
    const body = { values: { password_min_length: 14 } }
    const first = await call(area.PUT, { as, body, ifMatch: '"1"' })
    expect(first).toMatchObject({
      status: 200,
      etag: '"2"',
      body: {
        values: {
          password_min_length: 14,
          access_token_ttl: '15m',
          max_login_attempts: 5,
          max_login_attempts_per_ip: 5,
          botcheck_site_key: null,
          botcheck_secret_key: { set: false },
          disabled_providers: [],
        },
        locked: [],
      },
    })
    expect(await call(area.GET, { as })).toMatchObject({ etag: '"2"', body: first.body })
    const stale = await call(area.PUT, {
      as,
      body: { values: { password_min_length: 16 } },
      ifMatch: '"1"',
    })
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    expect(settings().passwords.minLength).toBe(14)
  })

  it.each<[object, string]>([
    [{}, '/values'],
    [{ values: [] }, '/values'],
    [{ values: {}, extra: 1 }, '/extra'],
    [{ values: { password_min_length: { set: true } } }, '/values/password_min_length'],
    [{ values: { nonsense: 1 } }, '/values/nonsense'],
    [JSON.parse('{"values":{"__proto__":{"admin":true}}}') as object, '/__proto__'],
    [{ values: { password_min_length: 4 } }, '/values/password_min_length'],
    [{ values: { disabled_providers: ['a b'] } }, '/values/disabled_providers'],
  ])('refuses %j with its pointer, and stores nothing', async (body, pointer) => {
    const answer = await call(area.PUT, { as: await manager(), body })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    })
    expect(await stored()).toBe(0)
  })
})

describe('POST /settings/mail/test', () => {
  let receiver: SmtpReceiver
  beforeEach(async () => {
    receiver = await startSmtpReceiver({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right-password'
          ? done(null, { user: 'x' })
          : done(
              Object.assign(new Error('5.7.8 wrong\r\n\u001b[31mpassword'), { responseCode: 535 }),
            ),
    })
  })
  afterEach(async () => {
    closeMailer()
    await receiver.close()
  })
  const configure = async (as: string, password: string) => {
    const smtp_url = `smtp://me:${password}@127.0.0.1:${receiver.port}`
    const { status } = await call(area.PUT, {
      area: 'mail',
      as,
      body: { values: { smtp_url, mail_from: 'a@auth.example' } },
    })
    expect(status).toBe(200)
  }
  const tried = async (as: string, body: object = {}) =>
    call(areaTest.POST, { area: 'mail', as, body })

  it("reports the server's answer to incorrect credentials in one line without them, and updates health", async () => {
    const as = await manager()
    await configure(as, 'wrong-password')
    const answer = await tried(as)
    expect(answer).toMatchObject({ status: 200, body: { ok: false } })
    expect(answer.body.detail).toMatch(/^Invalid login: 535 5\.7\.8 wrong \[31mpassword$/)
    const { body } = await call(area.GET, { area: 'mail', as })
    expect(body.health).toMatchObject({
      last_success_at: null,
      last_error: answer.body.detail,
      queue_length: expect.any(Number) as number,
    })
    expect(JSON.stringify([answer.body, body])).not.toContain('wrong-password')
  })

  it('uses corrected credentials at once', async () => {
    const as = await manager()
    await configure(as, 'wrong-password')
    await tried(as)
    await configure(as, 'right-password')
    expect(await tried(as, { to: 'Ada@example.org' })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(receiver.mails.map(({ envelope }) => envelope)).toEqual([
      { from: 'a@auth.example', to: ['ada@example.org'] },
    ])
    const { body } = await call(area.GET, { area: 'mail', as })
    expect(body.health.last_success_at).not.toBeNull()
  })

  it.each(['localhost', '127.0.0.1', '[::1]', '2130706433', '[::ffff:127.0.0.1]'])(
    'never connects to a private address entered in the settings, in any notation: %s',
    async (host) => {
      useSettings({ OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'false' })
      const as = await manager()
      const values = { smtp_url: `smtp://me:right-password@${host}:${receiver.port}` }
      expect((await call(area.PUT, { area: 'mail', as, body: { values } })).status).toBe(200)
      const answer = await tried(as, { to: 'ada@example.org' })
      expect(answer.body).toMatchObject({
        ok: false,
        detail: expect.stringContaining('not allowed here'),
      })
      expect(receiver.mails).toEqual([])
    },
  )

  it('connects to a private address set by the environment', async () => {
    const SMTP_URL = `smtp://me:right-password@127.0.0.1:${receiver.port}`
    useSettings({
      OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'false',
      SMTP_URL,
      MAIL_FROM: 'a@auth.example',
    })
    expect((await tried(await manager(), { to: 'ada@example.org' })).body).toMatchObject({
      ok: true,
    })
    expect(receiver.mails).toHaveLength(1)
  })

  it('refuses an invalid address, and areas that have no test', async () => {
    const as = await manager()
    expect(await tried(as, { to: 'ada@example.org, b@example.org' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/to' }] },
    })
    expect((await call(areaTest.POST, { area: 'policy', as, body: {} })).status).toBe(404)
  })
})
