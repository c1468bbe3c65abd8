import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { LANES } from '@/tests/kit/contract/contract-service'
import { closeLiveClients, openPlain } from '@/tests/kit/live-client'
import { PASSWORD } from '@/tests/kit/make-user'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const NOBODY = '019335e0-0000-7000-8000-00000000000a'
const HELLO = {
  to: { all: true },
  channels: ['inbox', 'email'],
  title: 'Hello',
  body: 'All of you',
}
const BOB = { email: 'bob@example.org', password: PASSWORD }

// The client checks every response against the service's own OpenAPI document.
describe.each(LANES)('the contract of notifications, served by %s', (_, args) => {
  let service: ServiceProcess
  let receiver: SmtpReceiver
  let api: ApiClient
  let admin: { authorization: string }
  let bob: { authorization: string }

  const link = (text: string | undefined) => /[?&]token=([\w-]{43})/.exec(text ?? '')?.[1]
  const mailsTo = (email: string) =>
    receiver.mails.filter(({ envelope }) => envelope.to.includes(email))
  const end = (id: string) =>
    until('the end of the batch', 30_000, async () => {
      const { body } = await api.get(`/notifications/${id}`, admin)
      return ['completed', 'failed'].includes(String(body.status)) && body
    })

  beforeAll(async () => {
    receiver = await startSmtpReceiver()
    const env = {
      AUTH_IP_RATE_LIMIT: '100000/1m',
      AUTH_USER_RATE_LIMIT: '100000/1m',
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
      SMTP_URL: receiver.url,
      MAIL_FROM: 'Gatehouse <no-reply@auth.example>',
    }
    service = await startService({ env, args: [...args] })
    api = await ApiClient.of(service.url)
    const token = await until('the set-up link', 10_000, () =>
      link(/\/auth\/setup\S+/.exec(service.output())?.[0]),
    )
    const made = await api.post('/auth/setup', {
      token,
      email: 'root@example.org',
      password: PASSWORD,
    })
    admin = bearer(String(made.body.access_token))
    await api.post('/auth/register', BOB)
    const verify = await until('the mail for Bob', 30_000, () =>
      link(mailsTo(BOB.email)[0]?.message.text),
    )
    await api.post('/auth/verify-email', { token: verify })
    bob = bearer(String((await api.post('/auth/login', BOB)).body.access_token))
  }, 120_000)
  afterAll(async () => {
    closeLiveClients()
    await service.stop()
    await receiver.close()
  })

  it('reaches every recipient once, live and by email, however often it is requested with the same key', async () => {
    const live = await openPlain(service.url, { headers: bob })
    if (typeof live === 'number') throw new Error(`refused: ${live}`)
    await until('the present state', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'sync'),
    )
    const key = { ...admin, 'idempotency-key': 'b0b0b0b0-1' }
    const sent = await api.post('/notifications', { ...HELLO, href: '/dashboard' }, key)
    expect(sent).toMatchObject({ status: 202, body: { batch_id: expect.any(String), total: 2 } })
    const again = await api.post('/notifications', { ...HELLO, href: '/dashboard' }, key)
    expect([again.status, again.body]).toEqual([202, sent.body])
    const other = await api.post('/notifications', { ...HELLO, title: 'Bye' }, key)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
    const done = await end(String(sent.body.batch_id))
    expect(done).toMatchObject({
      status: 'completed',
      total: 2,
      delivered: 2,
      failed: 0,
      skipped: 0,
    })
    const event = await until('the new inbox item', 15_000, () =>
      live.of('inbox.updated').find(({ reason }) => reason === 'created'),
    )
    expect(event.item).toMatchObject({ kind: 'announcement', title: 'Hello', href: '/dashboard' })
    const { data } = (await api.get('/inbox', bob)).body as { data: { kind: string }[] }
    expect(data.filter(({ kind }) => kind === 'announcement')).toHaveLength(1)
    expect(mailsTo(BOB.email).filter(({ message }) => message.subject === 'Hello')).toHaveLength(1)
  })

  it('respects the preferences of recipients', async () => {
    expect((await api.get('/me/notification-preferences', bob)).body).toEqual({
      inbox: true,
      email: true,
      sms: true,
      security_sms: false,
    })
    const off = await api.call(
      'PATCH',
      '/me/notification-preferences',
      { inbox: false, email: false },
      bob,
    )
    expect([off.status, off.body]).toMatchObject([200, { inbox: false, email: false, sms: true }])
    const sent = await api.post('/notifications', { ...HELLO, title: 'Second' }, admin)
    expect(await end(String(sent.body.batch_id))).toMatchObject({
      total: 2,
      delivered: 1,
      skipped: 1,
    })
    expect(mailsTo(BOB.email).filter(({ message }) => message.subject === 'Second')).toEqual([])
    await api.call('PATCH', '/me/notification-preferences', { inbox: true, email: true }, bob)
  })

  it('waits for its scheduled time, is listed and can be canceled once', async () => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const sent = await api.post(
      '/notifications',
      { ...HELLO, to: { role: 'user' }, send_at },
      admin,
    )
    const { batch_id: id } = sent.body as { batch_id: string }
    expect((await api.get('/notifications?status=scheduled&limit=1', admin)).body).toMatchObject({
      data: [
        { batch_id: id, status: 'scheduled', send_at, audience: { kind: 'role', role: 'user' } },
      ],
    })
    const canceled = await api.post(`/notifications/${id}/cancel`, undefined, admin)
    expect(canceled).toMatchObject({ status: 200, body: { batch_id: id, status: 'cancelled' } })
    expect((await api.post(`/notifications/${id}/cancel`, undefined, admin)).status).toBe(409)
  })

  it('can be written from a template', async () => {
    const texts = { name: 'Hi', title: 'Hi {{name}}', body: '{{email}}', channels: ['inbox'] }
    const made = await api.post('/notifications/templates', texts, admin)
    expect(made).toMatchObject({ status: 201, body: { ...texts, href: null } })
    const at = `/notifications/templates/${String(made.body.id)}`
    expect((await api.call('PATCH', at, { title: 'Dear {{name}}' }, admin)).body.title).toBe(
      'Dear {{name}}',
    )
    expect((await api.get(at, admin)).body.title).toBe('Dear {{name}}')
    const sent = await api.post(
      '/notifications',
      { to: { role: 'user' }, template_id: made.body.id },
      admin,
    )
    await end(String(sent.body.batch_id))
    const [item] = (await api.get('/inbox?limit=1', bob)).body.data as [{ title: string }]
    expect(item.title).toBe(`Dear ${BOB.email}`)
    expect((await api.post('/notifications/templates', texts, admin)).status).toBe(409)
    expect((await api.call('PATCH', at, { title: '{{phone}}' }, admin)).status).toBe(422)
    expect((await api.call('DELETE', at, undefined, admin)).status).toBe(204)
    expect((await api.get('/notifications/templates', admin)).body.data).toEqual([])
  })

  it('refuses invalid requests as documented', async () => {
    const send = async (body: unknown, as: Record<string, string> = admin) => {
      const { status, body: problem } = await api.post('/notifications', body, as)
      return [status, problem.code]
    }
    expect(await send(HELLO, {})).toEqual([401, 'token_missing'])
    expect(await send({ nonsense: true }, bob)).toEqual([403, 'insufficient_permission'])
    expect(await send('{')).toEqual([400, 'malformed_json'])
    expect(await send({ ...HELLO, body: 'x'.repeat(100_001) })).toEqual([413, 'body_too_large'])
    for (const wrong of [
      { urgent: true },
      { to: { all: true, role: 'user' } },
      { to: { user_ids: [NOBODY] } },
      { channels: ['pigeon'] },
      { href: '//evil.example' },
      { send_at: '2020-01-01T00:00:00Z' },
    ])
      expect(await send({ ...HELLO, ...wrong })).toEqual([422, 'validation_failed'])
    const sms = await api.post(
      '/notifications',
      { ...HELLO, channels: ['sms'], body: 'x'.repeat(1600) },
      admin,
    )
    expect(sms.body.errors).toMatchObject([{ pointer: '/body', code: 'too_long_for_sms' }])
    for (const id of [NOBODY, 'x']) {
      expect((await api.get(`/notifications/${id}`, admin)).status).toBe(404)
      expect((await api.post(`/notifications/${id}/cancel`, undefined, admin)).status).toBe(404)
      expect((await api.get(`/notifications/templates/${id}`, admin)).status).toBe(404)
    }
    expect((await api.get('/notifications', bob)).status).toBe(403)
    expect(
      (await api.call('PATCH', '/me/notification-preferences', { security: false }, bob)).status,
    ).toBe(422)
  })
})
