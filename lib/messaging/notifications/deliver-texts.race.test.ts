import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendSomeTexts } from '@/lib/messaging/notifications/deliver-notifications'
import { serveRecipients, settleBatch } from '@/lib/messaging/notifications/process-batch'
import { optIn, optOut } from '@/lib/messaging/sms/phone.store'
import { recordReport } from '@/lib/messaging/sms/sms-message.store'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { START } from '@/tests/kit/mail-queue'
import { batchOf, idsOf, useNotifications, users } from '@/tests/kit/notifications'
import { startTwilioStandIn } from '@/tests/kit/stand-ins/twilio-stand-in'
import { useSettings } from '@/tests/kit/test-settings'
import { freshPhone } from '@/tests/kit/text-queue'

const { sent } = useNotifications()
let twilio: Awaited<ReturnType<typeof startTwilioStandIn>>
beforeAll(async () => void (twilio = await startTwilioStandIn()))
afterAll(() => twilio.close())
beforeEach(async () => {
  twilio.clear()
  useSettings(twilio.env)
  await db().smsBudget.deleteMany()
})

async function phones(count: number) {
  const made = (await users(count)).map((one) => ({ ...one, phone: freshPhone() }))
  for (const { id, phone } of made)
    await db().user.update({ where: { id }, data: { phone, phoneVerifiedAt: START } })
  return made
}

it('sends each message and counts each recipient once with twenty workers on one batch', async () => {
  const people = await phones(100)
  const id = await sent({ to: { user_ids: idsOf(people) }, channels: ['sms'] })
  while ((await serveRecipients(id, START)) === 'some_left');
  await twenty(async () => {
    while ((await sendSomeTexts(id, START)).taken > 0) await settleBatch(id, START)
  })
  await settleBatch(id, START)
  const numbers = twilio.messages.map(({ fields }) => fields.To)
  expect(numbers).toHaveLength(100)
  expect(new Set(numbers)).toEqual(new Set(people.map(({ phone }) => phone)))
  expect(await batchOf(id)).toMatchObject({
    status: 'completed',
    total: 100,
    delivered: 100,
    failed: 0,
    skipped: 0,
  })
})

it('never exceeds the daily limit with twenty workers', async () => {
  useSettings({ ...twilio.env, SMS_DAILY_LIMIT: '50' })
  const id = await sent({ to: { user_ids: idsOf(await phones(60)) }, channels: ['sms'] })
  while ((await serveRecipients(id, START)) === 'some_left');
  await twenty(async () => {
    while ((await sendSomeTexts(id, START)).taken > 0);
  })
  expect(twilio.messages).toHaveLength(45)
  expect(await db().smsMessage.count({ where: { batchId: id, status: 'queued' } })).toBe(15)
})

it('accepts one final status from twenty concurrent reports on one message', async () => {
  const [one] = await phones(1)
  const id = await sent({ to: { user_ids: [one!.id] }, channels: ['sms'] })
  while ((await serveRecipients(id, START)) === 'some_left');
  await sendSomeTexts(id, START)
  const message = await db().smsMessage.findFirstOrThrow({ where: { batchId: id } })
  const outcomes = [
    { status: 'delivered', errorCode: null },
    { status: 'failed', errorCode: '30003' },
  ] as const
  const report = (i: number) =>
    recordReport(db(), { id: message.id, ...outcomes[i % 2]!, now: START })
  expect((await twenty(report)).filter(Boolean)).toHaveLength(1)
})

it('keeps at most one row under concurrent STOP and START replies', async () => {
  const phone = freshPhone()
  await twenty((i) => (i % 2 ? optIn(db(), phone) : optOut(db(), phone, START)))
  expect(await db().smsOptOut.count({ where: { phone } })).toBeLessThanOrEqual(1)
})
