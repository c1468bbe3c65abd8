import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { recordAudit } from '@/lib/audit/record-audit'
import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import { changeWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import { replayDelivery } from '@/lib/messaging/webhooks/webhook-deliveries'
import { claimDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { resumeWebhookJob } from '@/lib/messaging/webhooks/webhook.jobs'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { answer } from '@/tests/kit/stand-ins/webhook-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { makeWebhook, prepareWebhooks } from '@/tests/kit/webhooks'

const { receiver, actor } = prepareWebhooks()
beforeEach(async () => {
  await db().job.deleteMany()
})

const START = new Date()
const clock = setClock({ now: () => START })
afterAll(() => void setClock(clock))
const later = (seconds: number) => addSeconds(START, seconds)
const stored = () => db().webhookDelivery.findFirstOrThrow()
const replaysOf = (targetId: string) =>
  db().auditRecord.count({ where: { action: 'webhook.delivery_replayed', targetId } })
const claim = (at: Date) => claimDeliveries(db(), { busy: new Map(), now: at })

async function deliver(at: Date): Promise<number> {
  const claims = await claim(at)
  await Promise.all(claims.map((one) => deliverWebhook(one, () => at)))
  return claims.length
}

/** A webhook with an event whose next attempt is in hours, and a receiver that works again. */
async function repaired(): Promise<{ id: string; deliveryId: string }> {
  receiver().behave(answer(500))
  const { id } = await makeWebhook(receiver().url)
  const entry = { action: 'user.renamed', outcome: 'ok', targetId: newId(), details: {} } as const
  await recordAudit(db(), ctx({ now: START }), entry)
  await db().webhookDelivery.updateMany({ data: { tries: 7 } })
  expect(await deliver(START)).toBe(1)
  receiver().behave(answer(204))
  expect(await deliver(later(3600))).toBe(0)
  return { id, deliveryId: (await stored()).id }
}

it('a replay sends an event now that waits for its next attempt', async () => {
  const { id: webhookId, deliveryId: id } = await repaired()
  const at = later(60)
  const replayed = await replayDelivery(actor(), id, ctx({ now: at }))
  expect(replayed).toMatchObject({ ok: true, delivery: { next_attempt_at: at.toISOString() } })
  expect(await deliver(at)).toBe(1)
  expect(await stored()).toMatchObject({ id, status: 'delivered', attempts: 2 })
  expect(await replaysOf(webhookId)).toBe(1)
})

it('a replay of an event that is being sent or about to be is refused', async () => {
  const { id: webhookId, deliveryId: id } = await repaired()
  const { nextAttemptAt } = await stored()
  for (const at of [nextAttemptAt, addSeconds(nextAttemptAt, -1)])
    expect(await replayDelivery(actor(), id, ctx({ now: at }))).toMatchObject({ code: 'conflict' })
  const [sending] = await claim(nextAttemptAt)
  const before = await stored()
  expect(await replayDelivery(actor(), id, ctx({ now: START }))).toMatchObject({ code: 'conflict' })
  expect(await stored()).toEqual(before)
  expect(await replaysOf(webhookId)).toBe(0)
  await deliverWebhook(sending!, () => nextAttemptAt)
  expect(receiver().requests).toHaveLength(2)
})

it('enabling a webhook sends the events that wait for their next attempt', async () => {
  const { id } = await repaired()
  await changeWebhook(actor(), { id, enabled: false }, ctx({ now: later(10) }))
  await changeWebhook(actor(), { id, enabled: true }, ctx({ now: later(20) }))
  expect(await runDueJobs([resumeWebhookJob], later(20))).toBe(1)
  expect(await deliver(later(20))).toBe(1)
  expect(await stored()).toMatchObject({ status: 'delivered' })
})

it('another URL sends them, too, unless the webhook is disabled', async () => {
  const { id } = await repaired()
  const move = (query: string) =>
    changeWebhook(actor(), { id, url: `${receiver().url}?${query}` }, ctx({ now: later(20) }))
  await changeWebhook(actor(), { id, description: 'Orders' }, ctx({ now: later(10) }))
  await changeWebhook(actor(), { id, enabled: false }, ctx({ now: later(10) }))
  await move('first')
  expect(await runDueJobs([resumeWebhookJob], later(20))).toBe(0)
  await changeWebhook(actor(), { id, enabled: true }, ctx({ now: later(10) }))
  await move('second')
  expect(await runDueJobs([resumeWebhookJob], later(20))).toBe(2)
  expect(await deliver(later(20))).toBe(1)
})

it('an event of the last attempts gets a new schedule with another receiver', async () => {
  const { id } = await repaired()
  await db().webhookDelivery.updateMany({ data: { tries: 10 } })
  receiver().behave(answer(500))
  await changeWebhook(actor(), { id, url: `${receiver().url}?moved` }, ctx({ now: later(20) }))
  await runDueJobs([resumeWebhookJob], later(20))
  expect(await deliver(later(20))).toBe(1)
  expect(await stored()).toMatchObject({ status: 'pending', tries: 1, attempts: 2 })
})

it('an event that was being sent when the URL changed is sent to the new one a minute later', async () => {
  const { id } = await repaired()
  await db().webhookDelivery.updateMany({ data: { tries: 7, nextAttemptAt: later(10) } })
  const [running] = await claim(later(10))
  await changeWebhook(actor(), { id, url: `${receiver().url}?moved` }, ctx({ now: later(20) }))
  await runDueJobs([resumeWebhookJob], later(20))
  receiver().behave(answer(500))
  await deliverWebhook(running!, () => later(28))
  receiver().behave(answer(204))
  expect(await deliver(later(79))).toBe(0)
  await runDueJobs([resumeWebhookJob], later(80))
  expect(await deliver(later(80))).toBe(1)
  expect(await stored()).toMatchObject({ status: 'delivered' })
  expect(receiver().requests.at(-1)!.path).toContain('?moved')
})

it.each([500, 410])('also if its last attempt failed at the old URL, with %i', async (status) => {
  const { id } = await repaired()
  await db().webhookDelivery.updateMany({ data: { tries: 10, nextAttemptAt: later(10) } })
  const [running] = await claim(later(10))
  await changeWebhook(actor(), { id, url: `${receiver().url}?moved` }, ctx({ now: later(20) }))
  receiver().behave(answer(status))
  await deliverWebhook(running!, () => later(28))
  expect(await stored()).toMatchObject({ status: 'pending', tries: 0, responseStatus: status })
  receiver().behave(answer(204))
  await runDueJobs([resumeWebhookJob], later(80))
  expect(await deliver(later(80))).toBe(1)
  expect(await stored()).toMatchObject({ status: 'delivered', attempts: 3 })
  expect(receiver().requests.at(-1)!.path).toContain('?moved')
})

it('another URL also sends what failed while the request for it was still running', async () => {
  const { id } = await repaired()
  await changeWebhook(actor(), { id, url: `${receiver().url}?moved` }, ctx({ now: later(-30) }))
  expect(await runDueJobs([resumeWebhookJob], later(40))).toBe(1)
  expect(await deliver(later(40))).toBe(1)
  expect(await stored()).toMatchObject({ status: 'delivered' })
})

it('enabling also sends what failed just before by the clock of a worker that is ahead', async () => {
  const { id } = await repaired()
  await db().webhookDelivery.updateMany({ data: { lastAttemptAt: later(21) } })
  await changeWebhook(actor(), { id, enabled: false }, ctx({ now: later(10) }))
  await changeWebhook(actor(), { id, enabled: true }, ctx({ now: later(20) }))
  await runDueJobs([resumeWebhookJob], later(20))
  expect(await deliver(later(20))).toBe(1)
})

it('enabling leaves alone what is being sent, has failed since, or belongs to another webhook', async () => {
  const { id } = await repaired()
  const resume = async () => {
    await changeWebhook(actor(), { id, enabled: false }, ctx({ now: START }))
    await changeWebhook(actor(), { id, enabled: true }, ctx({ now: START }))
    const before = await stored()
    expect(await runDueJobs([resumeWebhookJob], START)).toBe(1)
    expect(await stored()).toEqual(before)
  }
  await claim((await stored()).nextAttemptAt)
  await resume()
  await expireLeases()
  await db().webhookDelivery.updateMany({
    data: { nextAttemptAt: later(600), lastAttemptAt: later(3) },
  })
  await resume()
  const other = await makeWebhook(receiver().url)
  await db().webhookDelivery.updateMany({
    data: { endpointId: other.id, lastAttemptAt: START },
  })
  await resume()
})

it('many waiting events are brought forward in slices, so that no job outlives its lease', async () => {
  const { id } = await repaired()
  await db().$executeRaw`
    INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
    FROM webhook_deliveries d, generate_series(1, 500)`
  await changeWebhook(actor(), { id, enabled: false }, ctx({ now: START }))
  await changeWebhook(actor(), { id, enabled: true }, ctx({ now: START }))
  const waiting = () => db().webhookDelivery.count({ where: { nextAttemptAt: { gt: later(60) } } })
  let elapsed = 0
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 1000))
  expect(await runDueJobs([resumeWebhookJob], later(1))).toBe(1)
  slow.mockRestore()
  expect(await waiting()).toBe(301)
  expect(await runDueJobs([resumeWebhookJob], later(6))).toBe(1)
  expect(await waiting()).toBe(0)
})
