import { beforeAll, describe, expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { insertText } from '@/lib/messaging/sms/sms-message.store'
import { handleTwilioWebhook } from '@/lib/messaging/sms/twilio-webhook'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { smsHealth, testSms } from '@/lib/settings/provider-checks'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { signedByTwilio } from '@/tests/kit/stand-ins/twilio-stand-in'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { freshPhone, useTextQueue } from '@/tests/kit/text-queue'

useTestDatabase()
const queue = useTextQueue()
const urlOf = (query = '') => `${settings().baseUrl}/api/v1/webhooks/sms/twilio${query}`
const signatureOf = (url: string, fields: Record<string, string>) =>
  signedByTwilio(url, fields).headers['x-twilio-signature']
const optOuts = () => db().smsOptOut.findMany()

function reply(From: string, Body: string, more: Record<string, string> = {}) {
  const fields = { From, Body, MessageSid: 'SM1', SmsStatus: 'received', ...more }
  return handleTwilioWebhook(
    { fields, signature: signatureOf(urlOf(), fields), message: null },
    ctx(),
  )
}

async function text(): Promise<string> {
  const id = newId()
  await insertText(db(), {
    id,
    kind: 'code',
    userId: null,
    recipient: '+1***',
    segments: 1,
    now: new Date(),
  })
  return id
}

const statusOf = async (id: string) =>
  (await db().smsMessage.findUniqueOrThrow({ where: { id } })).status

describe('a reply', () => {
  it.each(['STOP', 'stop', ' Stop. ', 'UNSUBSCRIBE', 'StopAll', 'iptal', 'İptal', 'DUR'])(
    'of %j opts its number out, once even if repeated, and START opts it in again',
    async (word) => {
      const phone = freshPhone()
      expect(await reply(phone, word)).toEqual({ ok: true })
      expect(await reply(phone, word)).toEqual({ ok: true })
      expect(await optOuts()).toMatchObject([{ phone }])
      expect(await reply(phone, 'Start')).toEqual({ ok: true })
      expect(await optOuts()).toEqual([])
    },
  )

  it.each(['Please stop by on Friday', 'STOP IT NOW', '', 'HELP', '🛑'])(
    'with more than a keyword changes nothing: %j',
    async (words) => {
      expect(await reply(freshPhone(), words)).toEqual({ ok: true })
      expect(await optOuts()).toEqual([])
    },
  )

  it('uses the keyword that Twilio recognized', async () => {
    const phone = freshPhone()
    await reply(phone, 'arrêter', { OptOutType: 'STOP' })
    expect(await optOuts()).toMatchObject([{ phone }])
  })
})

describe('a request not signed by Twilio', () => {
  it.each<[string, (by: { url: string; fields: Record<string, string> }) => string | null]>([
    ['without a signature', () => null],
    ['with an incorrect signature', () => 'x'.repeat(28)],
    ['with the signature of another URL', ({ fields }) => signatureOf(urlOf('?message=x'), fields)],
    [
      'with the signature of another text',
      ({ url, fields }) => signatureOf(url, { ...fields, Body: 'START' }),
    ],
  ])('is refused without writing anything: %s', async (_, sign) => {
    const fields = { From: freshPhone(), Body: 'STOP' }
    const signature = sign({ url: urlOf(), fields })
    const refused = await handleTwilioWebhook({ fields, signature, message: null }, ctx())
    expect(refused).toMatchObject({ ok: false, code: 'invalid_signature' })
    expect(await optOuts()).toEqual([])
  })

  it('cannot report on any message, and a signature is valid for its own message only', async () => {
    const [one, other] = [await text(), await text()]
    const fields = { MessageStatus: 'delivered', To: freshPhone() }
    const signature = signatureOf(urlOf(`?message=${one}`), fields)
    const forged = await handleTwilioWebhook({ fields, signature, message: other }, ctx())
    expect(forged).toMatchObject({ code: 'invalid_signature' })
    expect(await statusOf(other)).toBe('queued')
    expect(await handleTwilioWebhook({ fields, signature, message: one }, ctx())).toEqual({
      ok: true,
    })
    expect(await statusOf(one)).toBe('delivered')
  })

  it("is not found if Twilio isn't in use", async () => {
    useSettings()
    expect(await reply(freshPhone(), 'STOP')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await optOuts()).toEqual([])
  })
})

it('accepts a report on an unknown message or with an unknown status and changes nothing', async () => {
  const id = await text()
  for (const [message, MessageStatus] of [
    [newId(), 'delivered'],
    ['x', 'delivered'],
    [id, 'constructor'],
    [id, ''],
  ] as const) {
    const fields = { MessageStatus, To: freshPhone() }
    const signature = signatureOf(urlOf(`?message=${message}`), fields)
    expect(await handleTwilioWebhook({ fields, signature, message }, ctx())).toEqual({ ok: true })
  }
  expect(await statusOf(id)).toBe('queued')
})

describe('the text message test in the settings', () => {
  let actor: SessionPrincipal
  beforeAll(async () => void (actor = await principalOf((await insertUser()).id)))

  it("uses the actor's confirmed number if none is given", async () => {
    const [phone, user] = [freshPhone(), await insertUser()]
    await db().user.update({ where: { id: user.id }, data: { phone, phoneVerifiedAt: new Date() } })
    expect(
      await testSms({ to: undefined, actor: await principalOf(user.id) }, ctx()),
    ).toMatchObject({
      passed: true,
    })
    expect(queue.sentTo(phone)).toHaveLength(1)
  })

  it("sends a message and records health; a failure shows the provider's message", async () => {
    const phone = freshPhone()
    expect(await testSms({ to: phone, actor }, ctx())).toMatchObject({ ok: true, passed: true })
    expect(queue.sentTo(phone)).toEqual(['localhost:3000: This is a test message.'])
    expect((await smsHealth()).lastSuccessAt).toBeInstanceOf(Date)
    queue.twilio().fail({ status: 401, code: 20003, message: 'Authenticate' })
    const failed = await testSms({ to: phone, actor }, ctx())
    expect(failed).toEqual({
      ok: true,
      passed: false,
      detail: 'Twilio refused the message (20003): Authenticate',
    })
    expect((await smsHealth()).lastError).toContain('Authenticate')
  })

  it('sends nothing to a number whose owner replied STOP', async () => {
    const phone = freshPhone()
    await reply(phone, 'STOP')
    expect(await testSms({ to: phone, actor }, ctx())).toMatchObject({ ok: true, passed: false })
    expect(queue.sentTo(phone)).toEqual([])
  })

  it('without any number checks the credentials and sends nothing', async () => {
    const check = () => testSms({ to: undefined, actor }, ctx())
    expect(await check()).toEqual({
      ok: true,
      passed: true,
      detail: 'Twilio accepts the credentials. No message was sent.',
    })
    queue.twilio().suspend()
    expect(await check()).toMatchObject({ passed: false })
    useSettings({ ...queue.twilio().env, TWILIO_AUTH_TOKEN: 'another-secret-token' })
    const detail = 'Twilio refused the request (20003): Authenticate'
    expect(await check()).toEqual({ ok: true, passed: false, detail })
    expect((await smsHealth()).lastError).toBe(detail)
    expect(queue.twilio().messages).toEqual([])
  })

  it.each(['', '123', '+449098790123'])(
    'requires a number that can receive messages: %j',
    async (to) => {
      expect(await testSms({ to, actor }, ctx())).toMatchObject({
        ok: false,
        code: 'validation_failed',
      })
      expect(queue.twilio().messages).toEqual([])
    },
  )
})
