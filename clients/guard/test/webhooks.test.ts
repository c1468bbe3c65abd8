import { randomBytes } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, expectTypeOf, it } from 'vitest'
import type { Guard, WebhookEvent } from '../src/index.js'
import { EVENT_TYPES } from '../src/webhook-events.js'
import { signedWebhook, type Stage, stage, START, WEBHOOK_SECRET } from './gatehouse-stand-in.js'

const READ = 'shop:orders:read'
const seconds = START / 1000

const revocation = { type: 'session.revoked', data: { session_id: 'session-1', user_id: 'user-1' } }

async function signedIn(): Promise<Stage & { bearer: string }> {
  const staged = await stage({ webhookSecrets: [WEBHOOK_SECRET] })
  const bearer = staged.gatehouse.bearer()
  expect(await staged.guard.check(bearer, READ)).toMatchObject({ ok: true })
  return { ...staged, bearer }
}

it('refuses a session as soon as a webhook says that it ended', async () => {
  const { guard, bearer } = await signedIn()
  expect(guard.handleWebhook(signedWebhook(revocation))).toEqual({ ok: true, event: revocation })
  expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'session_revoked' })
})

it.each([
  ['user.updated', { user_id: 'user-1' }],
  ['user.deactivated', { user_id: 'user-1', actor_id: 'user-2' }],
  ['user.deactivated', {}],
  ['session.revoked', { user_id: 'user-1' }],
  ['role.updated', { role_id: 'r', user_id: 'user-2' }],
  ['permission.retired', { permission_id: READ, actor_id: 'user-2' }],
])('asks again after %s', async (type, data) => {
  const { gatehouse, guard, bearer } = await signedIn()
  gatehouse.permissions = []
  expect(guard.handleWebhook(signedWebhook({ type, data }))).toMatchObject({ ok: true })
  expect(await guard.check(bearer, READ)).toMatchObject({ code: 'insufficient_permission' })
})

it('keeps what it knows when a webhook is about something else', async () => {
  const { gatehouse, guard, bearer } = await signedIn()
  for (const event of [
    { type: 'user.updated', data: { user_id: 'user-2', actor_id: 'user-1' } },
    { type: 'session.revoked', data: { session_id: 'session-2', user_id: 'user-1' } },
    { type: 'payment.created', data: { payment_id: 'user-1', actor_id: 'user-1' } },
    { type: 'roles.updated', data: { user_id: 'user-1' } },
    { nothing: true },
    [],
  ])
    expect(guard.handleWebhook(signedWebhook(event))).toMatchObject({ ok: true })
  await guard.check(bearer, READ)
  expect(gatehouse.permissionRequests).toBe(1)
})

it('returns every event of this version, and null for anything else that is signed', async () => {
  const { guard } = await signedIn()
  const take = (event: object) => guard.handleWebhook(signedWebhook(event))
  expect(EVENT_TYPES.size).toBeGreaterThan(30)
  for (const type of EVENT_TYPES) {
    const event = { type, timestamp: '2026-11-28T12:00:00.000Z', data: { later: 'field' } }
    expect(take(event)).toEqual({ ok: true, event })
  }
  for (const other of [
    { type: 'user.invented', data: { user_id: 'user-1' } },
    { type: 'user.updated' },
    { type: 'user.updated', data: null },
    { type: ['user.updated'], data: {} },
    { type: 'constructor', data: {} },
    [],
  ])
    expect(take(other)).toEqual({ ok: true, event: null })
})

it('types the event by its type', () => {
  const receive = (guard: Guard) => {
    const result = guard.handleWebhook({ headers: {}, body: '' })
    if (!result.ok) return
    expectTypeOf(result.event).toEqualTypeOf<WebhookEvent | null>()
    const { event } = result
    if (event?.type !== 'payment.status_changed' && event?.type !== 'notification.finished') return
    if (event.type === 'notification.finished') {
      expectTypeOf(event.data.status).toEqualTypeOf<'completed' | 'failed'>()
      // @ts-expect-error only events about users and sessions have one
      void event.data.user_id
    } else expectTypeOf(event.data.payment_id).toEqualTypeOf<string>()
  }
  expectTypeOf(receive).returns.toBeVoid()
})

it('accepts either of two signatures while a secret is replaced', async () => {
  const { guard } = await signedIn()
  const other = randomBytes(32).toString('base64')
  expect(guard.handleWebhook(signedWebhook(revocation, { prefix: `v1,${other} ` })).ok).toBe(true)
})

it('accepts the headers of a web request, and a body as bytes', async () => {
  const { guard } = await signedIn()
  const { headers, body } = signedWebhook(revocation)
  const web = { headers: new Headers(headers), body: Buffer.from(body) }
  expect(guard.handleWebhook(web)).toEqual({ ok: true, event: revocation })
})

it('accepts the bytes of another realm, such as those of a test in Jest', async () => {
  const { guard } = await signedIn()
  const { headers, body } = signedWebhook(revocation)
  const bytes = runInNewContext('Uint8Array.from(bytes)', { bytes: [...Buffer.from(body)] })
  expect(bytes).not.toBeInstanceOf(Uint8Array)
  expect(guard.handleWebhook({ headers, body: bytes as Uint8Array })).toEqual({
    ok: true,
    event: revocation,
  })
})

it('refuses forged, old, and future webhooks, and changes nothing', async () => {
  const { gatehouse, guard, bearer } = await signedIn()
  const genuine = signedWebhook(revocation)
  const without = (name: string) => {
    const { [name]: _, ...headers } = genuine.headers
    return { ...genuine, headers }
  }
  const signature = (text: string) => ({
    ...genuine,
    headers: { ...genuine.headers, 'webhook-signature': text },
  })
  for (const forged of [
    signedWebhook(revocation, { signedWith: randomBytes(32) }),
    signedWebhook(revocation, { at: seconds - 301 }),
    signedWebhook(revocation, { at: seconds + 301 }),
    { ...genuine, body: `${genuine.body} ` },
    { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'msg_2' } },
    { ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': `${seconds}.0` } },
    { ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': 'NaN' } },
    signature(''),
    signature('v1,'),
    signature(genuine.headers['webhook-signature']!.replace('v1,', 'v1a,')),
    signature(`${'v1,AAAA '.repeat(10)}${genuine.headers['webhook-signature']}`),
    without('webhook-id'),
    without('webhook-timestamp'),
    without('webhook-signature'),
  ])
    expect(guard.handleWebhook(forged)).toEqual({ ok: false, code: 'invalid_signature' })
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  expect(gatehouse.permissionRequests).toBe(1)
})

it('refuses every webhook without a secret, and an invalid secret', async () => {
  const { guard } = await stage()
  expect(guard.handleWebhook(signedWebhook(revocation))).toMatchObject({ ok: false })
  for (const wrong of [
    '',
    'secret',
    'whsec_',
    'whsec_c2hvcnQ=',
    randomBytes(32).toString('base64'),
  ])
    await expect(stage({ webhookSecrets: [wrong] })).rejects.toThrow('whsec_')
})
