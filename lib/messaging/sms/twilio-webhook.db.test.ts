import { beforeAll, describe, expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { insertText } from '@/lib/messaging/sms/sms-message.store'
import { handleTwilioWebhook } from '@/lib/messaging/sms/twilio-webhook'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { smsHealth, testSms } from '@/lib/settings/provider-checks'
import { insertUser } from '@/lib/testing/insert-user'
import { principalOf } from '@/lib/testing/principal-of'
import { testContext as ctx } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import { freshPhone, useTextQueue } from '@/lib/testing/text-queue'
import { signedByTwilio } from '@/lib/testing/twilio-stand-in'

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
    'of %j keeps messages away from its number, once however often it comes; START ends that',
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
    'that is no keyword as a whole changes nothing: %j',
    async (words) => {
      expect(await reply(freshPhone(), words)).toEqual({ ok: true })
      expect(await optOuts()).toEqual([])
    },
  )

  it('counts as what Twilio itself took it for', async () => {
    const phone = freshPhone()
    await reply(phone, 'arrêter', { OptOutType: 'STOP' })
    expect(await optOuts()).toMatchObject([{ phone }])
  })
})

describe('a request that Twilio did not sign', () => {
  it.each<[string, (by: { url: string; fields: Record<string, string> }) => string | null]>([
    ['without a signature', () => null],
    ['with a wrong one', () => 'x'.repeat(28)],
    ['with that of another address', ({ fields }) => signatureOf(urlOf('?message=x'), fields)],
    [
      'with that of other words',
      ({ url, fields }) => signatureOf(url, { ...fields, Body: 'START' }),
    ],
  ])('is refused, and nothing is written: %s', async (_, sign) => {
    const fields = { From: freshPhone(), Body: 'STOP' }
    const signature = sign({ url: urlOf(), fields })
    const refused = await handleTwilioWebhook({ fields, signature, message: null }, ctx())
    expect(refused).toMatchObject({ ok: false, code: 'invalid_signature' })
    expect(await optOuts()).toEqual([])
  })

  it('reports on no message, and one that is signed reports on no other', async () => {
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

  it('finds nobody where Twilio is not in use', async () => {
    useSettings()
    expect(await reply(freshPhone(), 'STOP')).toMatchObject({ ok: false, code: 'not_found' })
  })
})

it('a report on a message that is not known, or in words that are not, is accepted and changes nothing', async () => {
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

describe('the test of the settings area', () => {
  let actor: Principal
  beforeAll(async () => void (actor = await principalOf((await insertUser()).id)))

  it('goes to the confirmed number of whoever asks where none is given', async () => {
    const [phone, user] = [freshPhone(), await insertUser()]
    await db().user.update({ where: { id: user.id }, data: { phone, phoneVerifiedAt: new Date() } })
    expect(
      await testSms({ to: undefined, actor: await principalOf(user.id) }, ctx()),
    ).toMatchObject({
      passed: true,
    })
    expect(queue.sentTo(phone)).toHaveLength(1)
  })

  it('sends a message and shows health; a refusal is told in the words of the provider', async () => {
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

  it.each([undefined, '', '123', '+449098790123'])(
    'wants a number that can get messages: %j',
    async (to) => {
      expect(await testSms({ to, actor }, ctx())).toMatchObject({
        ok: false,
        code: 'validation_failed',
      })
      expect(queue.twilio().messages).toEqual([])
    },
  )
})
