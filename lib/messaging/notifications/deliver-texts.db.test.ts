import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendSomeTexts } from '@/lib/messaging/notifications/deliver-notifications'
import { claimTexts } from '@/lib/messaging/notifications/notification-text.store'
import { maintainNotifications } from '@/lib/messaging/notifications/notification.jobs'
import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { cancelNotification, getNotification } from '@/lib/messaging/notifications/notifications'
import { serveRecipients, settleBatch } from '@/lib/messaging/notifications/process-batch'
import { handleTwilioWebhook } from '@/lib/messaging/sms/twilio-webhook'
import { db } from '@/lib/platform/db/database'
import { expireLeases } from '@/tests/kit/jobs'
import { later, START } from '@/tests/kit/mail-queue'
import { batchOf, idsOf, useNotifications, users, work } from '@/tests/kit/notifications'
import { principalOf } from '@/tests/kit/principal-of'
import { signedByTwilio, startTwilioStandIn } from '@/tests/kit/stand-ins/twilio-stand-in'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { freshPhone } from '@/tests/kit/text-queue'

const { actor, queue, sent } = useNotifications()
let twilio: Awaited<ReturnType<typeof startTwilioStandIn>>
const set = (more: Record<string, string> = {}) =>
  useSettings({
    SMTP_URL: queue.receiver().url,
    MAIL_FROM: 'no-reply@auth.example',
    ...twilio.env,
    ...more,
  })
beforeAll(async () => void (twilio = await startTwilioStandIn()))
afterAll(() => twilio.close())
beforeEach(async () => {
  twilio.clear()
  set()
  await db().smsBudget.deleteMany()
  await db().smsOptOut.deleteMany()
})

/** Users with confirmed numbers. */
async function phones(count: number) {
  const made = (await users(count)).map((one) => ({ ...one, phone: freshPhone() }))
  for (const { id, phone } of made)
    await db().user.update({ where: { id }, data: { phone, phoneVerifiedAt: START } })
  return made
}

const SMS = { channels: ['sms'] as const }
const NONE = { queued: 0, sent: 0, delivered: 0, failed: 0, opted_out: 0, skipped: 0, segments: 1 }
const numbers = () => twilio.messages.map(({ fields }) => fields.To)

async function shown(id: string) {
  const found = await getNotification(id)
  if (!found.ok) throw new Error(found.code)
  return found.notification
}

/** Simulates Twilio's report on the message to a number. */
async function report(phone: string, MessageStatus: string, ErrorCode?: string) {
  const { fields } = twilio.messages.findLast((one) => one.fields.To === phone)!
  const url = fields.StatusCallback!
  const posted = { MessageStatus, MessageSid: 'SM1', To: phone, ...(ErrorCode && { ErrorCode }) }
  const signature = signedByTwilio(url, posted).headers['x-twilio-signature']
  const message = new URL(url).searchParams.get('message')
  return handleTwilioWebhook({ fields: posted, signature, message }, ctx())
}

describe('a notification by text message', () => {
  it('is sent to confirmed numbers; users without one or with texts off are skipped and counted', async () => {
    const [ann, bob] = await phones(2)
    const [none, unconfirmed] = await users(2)
    await db().user.update({ where: { id: unconfirmed!.id }, data: { phone: freshPhone() } })
    await setNotificationPreferences(await principalOf(bob!.id), { sms: false }, ctx())
    const id = await sent({ ...SMS, to: { user_ids: idsOf([ann!, bob!, none!, unconfirmed!]) } })
    await work()
    expect(numbers()).toEqual([ann!.phone])
    expect(twilio.messages[0]!.fields.Body).toBe('Hello\nFirst line\nSecond line')
    expect(await shown(id)).toMatchObject({
      status: 'completed',
      total: 4,
      delivered: 1,
      failed: 0,
      skipped: 3,
      sms: { ...NONE, sent: 1, skipped: 3 },
    })
  })

  it('is counted separately from inbox and email, and each recipient once', async () => {
    const [ann] = await phones(1)
    const [bob] = await users(1)
    const to = { user_ids: idsOf([ann!, bob!]) }
    const id = await sent({ to, channels: ['inbox', 'email', 'sms'], href: '/dashboard' })
    await work()
    expect(twilio.messages[0]!.fields.Body).toMatch(/\nhttp:\/\/localhost:3000\/dashboard$/)
    expect(queue.recipients()).toHaveLength(2)
    expect(await shown(id)).toMatchObject({
      status: 'completed',
      total: 2,
      delivered: 2,
      skipped: 0,
      sms: { ...NONE, sent: 1, skipped: 1 },
    })
  })

  it('fails with the code when rejected permanently, and the others are sent', async () => {
    const [bad, good] = await phones(2)
    twilio.fail({ status: 400, code: 21211, message: 'Invalid To' }, bad!.phone)
    const id = await sent({ ...SMS, to: { user_ids: idsOf([bad!, good!]) } })
    await work()
    expect(await shown(id)).toMatchObject({
      status: 'completed',
      delivered: 1,
      failed: 1,
      sms: { sent: 1, failed: 1 },
    })
    expect(await db().smsMessage.findFirst({ where: { userId: bad!.id } })).toMatchObject({
      errorCode: '21211',
    })
  })

  it.each([
    ['is unavailable', 'drop' as const],
    ['limits the rate', { status: 429, code: 20429, message: 'Too many requests' }],
    ['refuses the credentials', { status: 401, code: 20003, message: 'Authenticate' }],
  ])('loses no recipient while the provider %s', async (_, fault) => {
    const people = await phones(3)
    twilio.fail(fault)
    const id = await sent({ ...SMS, to: { user_ids: idsOf(people) } })
    await work()
    expect(await shown(id)).toMatchObject({
      status: 'running',
      delivered: 0,
      failed: 0,
      sms: { queued: 3 },
    })
    expect(await db().providerHealth.findUnique({ where: { provider: 'sms' } })).toMatchObject({
      lastError: expect.stringContaining('Twilio'),
    })
    twilio.fail(null)
    await work(later(60))
    expect(new Set(numbers())).toEqual(new Set(people.map(({ phone }) => phone)))
    expect(await shown(id)).toMatchObject({ status: 'completed', delivered: 3, sms: { sent: 3 } })
  })

  it('fails after eight attempts', async () => {
    const [one] = await phones(1)
    twilio.fail('drop')
    const id = await sent({ ...SMS, to: { user_ids: [one!.id] } })
    for (let hour = 0; hour < 8; hour++) await work(later(hour * 10_000))
    expect(await shown(id)).toMatchObject({ status: 'completed', failed: 1, sms: { failed: 1 } })
  })

  it('waits for the next day when the daily limit is reached, leaving a tenth of it to codes', async () => {
    set({ SMS_DAILY_LIMIT: '10' })
    const people = await phones(11)
    const id = await sent({ ...SMS, to: { user_ids: idsOf(people) } })
    await work()
    expect(twilio.messages).toHaveLength(9)
    expect(await shown(id)).toMatchObject({
      status: 'running',
      delivered: 9,
      sms: { queued: 2, sent: 9 },
    })
    await work(later(86_400))
    expect(twilio.messages).toHaveLength(11)
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 11 })
  })

  it('counts toward the daily limit once, also if its worker died before that or it is retried', async () => {
    set({ SMS_DAILY_LIMIT: '10' })
    const people = await phones(10)
    const id = await sent({ ...SMS, to: { user_ids: idsOf(people) } })
    await serveRecipients(id, START)
    expect(await claimTexts(db(), { batchId: id, limit: 10, now: START })).toHaveLength(10)
    await expireLeases()
    twilio.fail('drop')
    await work()
    twilio.fail(null)
    await work(later(60))
    expect(twilio.messages).toHaveLength(9)
    expect(await db().smsBudget.findMany()).toMatchObject([{ key: 'service', taken: 9 }])
  })

  it('belongs to its sender for the whole lease, also for an instance whose clock is ahead', async () => {
    const [one] = await phones(1)
    const id = await sent({ ...SMS, to: { user_ids: [one!.id] } })
    await serveRecipients(id, START)
    expect(await claimTexts(db(), { batchId: id, limit: 10, now: START })).toHaveLength(1)
    expect(await sendSomeTexts(id, later(90))).toEqual({ taken: 0, postponed: 0 })
    const next = (await settleBatch(id, later(90))).sms!
    expect(next > later(90 + 30) && next <= later(90 + 60)).toBe(true)
    await expireLeases()
    expect(await sendSomeTexts(id, later(90))).toEqual({ taken: 1, postponed: 0 })
    expect(numbers()).toEqual([one!.phone])
  })

  it('ends with a cancellation; messages not yet sent are canceled', async () => {
    const people = await phones(2)
    twilio.fail('drop')
    const id = await sent({ ...SMS, to: { user_ids: idsOf(people) } })
    await work()
    expect(await cancelNotification(actor(), id, ctx())).toMatchObject({ ok: true })
    twilio.fail(null)
    await work(later(600))
    expect(twilio.messages).toHaveLength(0)
    expect(await shown(id)).toMatchObject({
      status: 'cancelled',
      delivered: 0,
      sms: { queued: 0, skipped: 2 },
    })
  })

  it('is canceled at once, however many messages wait; those are canceled afterwards', async () => {
    twilio.fail('drop')
    const id = await sent({ ...SMS, to: { user_ids: idsOf(await phones(1)) } })
    await work()
    await db().$executeRaw`
      INSERT INTO sms_messages (id, kind, batch_id, status, attempts, due_at, created_at, updated_at)
      SELECT gen_random_uuid(), 'notification', ${id}::uuid, 'queued', 0, ${START}, ${START}, ${START}
      FROM generate_series(1, 2500)`
    const waiting = () => db().smsMessage.count({ where: { batchId: id, status: 'queued' } })
    expect(await cancelNotification(actor(), id, ctx())).toMatchObject({ ok: true })
    expect(await waiting()).toBe(2501)
    await work(new Date(Date.now() + 1000))
    expect(await waiting()).toBe(0)
    expect(twilio.messages).toHaveLength(0)
    expect(await shown(id)).toMatchObject({ status: 'cancelled', delivered: 0 })
  })

  it('resumes after its job was lost', async () => {
    const [one] = await phones(1)
    twilio.fail('drop')
    const id = await sent({ ...SMS, to: { user_ids: [one!.id] } })
    await work()
    await db().job.deleteMany()
    twilio.fail(null)
    await maintainNotifications.run(later(600))
    await work(later(600))
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1 })
  })
})

describe('message statuses', () => {
  it('are counted, and a final status never changes', async () => {
    const [ann, bob, eve] = await phones(3)
    const id = await sent({ ...SMS, to: { user_ids: idsOf([ann!, bob!, eve!]) } })
    await work()
    await report(ann!.phone, 'delivered')
    await report(ann!.phone, 'delivered')
    await report(ann!.phone, 'sent')
    await report(ann!.phone, 'failed')
    await report(bob!.phone, 'undelivered', '30003')
    await report(eve!.phone, 'queued')
    expect((await shown(id)).sms).toEqual({ ...NONE, sent: 1, delivered: 1, failed: 1 })
    expect(await db().smsMessage.findFirst({ where: { userId: bob!.id } })).toMatchObject({
      errorCode: '30003',
    })
  })

  it('are opted_out for a number whose owner replied STOP, known before or reported on sending', async () => {
    const [ann, bob] = await phones(2)
    await db().smsOptOut.create({ data: { phone: ann!.phone, optedOutAt: START } })
    twilio.fail({ status: 400, code: 21610, message: 'unsubscribed recipient' }, bob!.phone)
    const id = await sent({ ...SMS, to: { user_ids: idsOf([ann!, bob!]) } })
    await work()
    expect(twilio.messages).toHaveLength(0)
    expect(await shown(id)).toMatchObject({
      status: 'completed',
      delivered: 0,
      skipped: 2,
      sms: { ...NONE, opted_out: 2 },
    })
    expect(await db().smsOptOut.count({ where: { phone: bob!.phone } })).toBe(1)
  })
})
