import { expect, it } from 'vitest'
import { recordAudit } from '@/lib/audit/record-audit'
import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import {
  changeWebhook,
  createWebhook,
  rotateWebhookSecret,
} from '@/lib/messaging/webhooks/manage-webhooks'
import { replayDelivery } from '@/lib/messaging/webhooks/webhook-deliveries'
import {
  claimDeliveries,
  type ClaimedDelivery,
} from '@/lib/messaging/webhooks/webhook-delivery.store'
import { startWebhookWorker } from '@/lib/messaging/webhooks/webhook-worker'
import { MAX_ENDPOINTS } from '@/lib/messaging/webhooks/webhook.schemas'
import { lockWebhook, updateWebhook } from '@/lib/messaging/webhooks/webhook.store'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { makeSession } from '@/tests/kit/make-user'
import { manualTimer } from '@/tests/kit/manual-timer'
import {
  answer,
  hang,
  startWebhookReceiver,
  streamForever,
} from '@/tests/kit/stand-ins/webhook-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { makeWebhook, prepareWebhooks } from '@/tests/kit/webhooks'

const { receiver, actor } = prepareWebhooks()

const NOW = new Date()
const act = (targetId = newId()) => {
  const entry = { action: 'user.renamed', outcome: 'ok', targetId, details: {} } as const
  return recordAudit(db(), ctx({ now: NOW }), entry)
}
const claim = (at = NOW) => claimDeliveries(db(), { busy: new Map(), now: at })
const deliveries = () => db().webhookDelivery.findMany()

it('twenty workers send each of thirty events once', async () => {
  await makeWebhook(receiver().url)
  for (let event = 0; event < 30; event++) await act()
  await twenty(async () => {
    for (let claims = await claim(); claims.length > 0; claims = await claim())
      await Promise.all(claims.map((one) => deliverWebhook(one, () => NOW)))
  })
  const ids = receiver().requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(30)
  expect(new Set(ids).size).toBe(30)
  const all = await deliveries()
  expect(all.every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(true)
})

it.each([
  ['was delivered', 204],
  ['waits for its next attempt', 500],
])('twenty replays of an event that %s send it once, and leave one record', async (_, status) => {
  receiver().behave(answer(status))
  await makeWebhook(receiver().url)
  await act()
  for (const one of await claim()) await deliverWebhook(one, () => NOW)
  const [{ id } = { id: '' }] = await deliveries()
  const where = { action: 'webhook.delivery_replayed' }
  const before = await db().auditRecord.count({ where })
  const results = await twenty(() => replayDelivery(actor(), id, ctx({ now: NOW })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db().auditRecord.count({ where })).toBe(before + 1)
  expect(await claim()).toHaveLength(1)
})

it('twenty workers that meet 410 disable the webhook once', async () => {
  receiver().behave(answer(410))
  const { id } = await makeWebhook(receiver().url)
  for (let event = 0; event < 20; event++) await act()
  await twenty(async () => {
    for (const one of await claim()) await deliverWebhook(one, () => NOW)
  })
  const where = { action: 'webhook.disabled', targetId: id }
  expect(await db().auditRecord.count({ where })).toBe(1)
  expect(await db().job.count({ where: { kind: 'webhook_disabled' } })).toBe(1)
})

it('twenty requests for the last free place create one webhook', async () => {
  const input = { url: receiver().url, events: ['user.*'], description: null }
  for (let made = 0; made < MAX_ENDPOINTS - 1; made++)
    await db().webhookEndpoint.create({
      data: { id: newId(), url: input.url, secret: Buffer.of(1), createdAt: NOW, updatedAt: NOW },
    })
  const results = await twenty(() => createWebhook(actor(), input, ctx()))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db().webhookEndpoint.count()).toBe(MAX_ENDPOINTS)
})

it('twenty rotations leave the last two secrets, and acts never wait for an administrator', async () => {
  const { id } = await makeWebhook(receiver().url)
  const results = await twenty(() => rotateWebhookSecret(actor(), { id }, ctx()))
  expect(results.every(({ ok }) => ok)).toBe(true)
  await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM webhook_endpoints FOR UPDATE`
    // Outside the transaction: a lock would end in its timeout.
    await act()
  })
  expect(await deliveries()).toHaveLength(1)
})

it('a webhook that is disabled while its events are claimed loses none of them', async () => {
  const { id } = await makeWebhook(receiver().url)
  await twenty(async (index) => {
    if (index % 5 === 0) await changeWebhook(actor(), { id, enabled: false }, ctx())
    else for (const one of await claim()) await deliverWebhook(one, () => NOW)
    await changeWebhook(actor(), { id, enabled: true }, ctx())
    await act()
  })
  await changeWebhook(actor(), { id, enabled: true }, ctx())
  for (let due = await claim(); due.length > 0; due = await claim())
    for (const one of due) await deliverWebhook(one, () => NOW)
  const all = await deliveries()
  expect(all.every(({ status }) => status === 'delivered')).toBe(true)
  expect(new Set(receiver().requests.map(({ headers }) => headers['webhook-id'])).size).toBe(
    all.length,
  )
})

it.each([500, 410])(
  'events whose last attempt ends with %i while the URL changes are sent to the new one',
  async (status) => {
    receiver().behave(answer(status))
    const { id } = await makeWebhook(receiver().url)
    for (let event = 0; event < 16; event++) await act()
    await db().webhookDelivery.updateMany({ data: { tries: 10 } })
    const claims: ClaimedDelivery[] = []
    for (let due = await claim(); due.length > 0; due = await claim()) claims.push(...due)
    let settled: Promise<unknown> | undefined
    await inTransaction(async (tx) => {
      await lockWebhook(tx, id)
      await updateWebhook(tx, id, { url: `${receiver().url}?moved`, failingSince: null })
      settled ??= Promise.all(claims.map((one) => deliverWebhook(one, () => NOW)))
      await lockWaiters(claims.length)
    })
    await settled
    const expected = { status: 'pending', tries: 0, responseStatus: status }
    expect(await deliveries()).toEqual(claims.map(() => expect.objectContaining(expected)))
    // The new receiver has not failed yet.
    expect(await db().webhookEndpoint.findUniqueOrThrow({ where: { id } })).toMatchObject({
      failingSince: null,
      disabledAt: null,
    })
  },
)

it('an attempt at an old URL says nothing about the new receiver', async () => {
  const { id } = await makeWebhook(receiver().url)
  for (let event = 0; event < 2; event++) await act()
  const [accepted, refused] = await claim()
  const since = addSeconds(NOW, -60)
  const stored = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id } })
  const moveTo = (failingSince: Date | null) =>
    db().webhookEndpoint.update({
      where: { id },
      data: { url: `${receiver().url}?moved`, failingSince },
    })
  await moveTo(since)
  await deliverWebhook(accepted!, () => NOW)
  expect(await stored()).toMatchObject({ failingSince: since })
  await moveTo(null)
  receiver().behave(answer(500))
  await deliverWebhook(refused!, () => NOW)
  expect(await stored()).toMatchObject({ failingSince: null })
})

it('the last attempt of a webhook that was deleted meanwhile is recorded', async () => {
  receiver().behave(answer(500))
  await makeWebhook(receiver().url)
  await act()
  await db().webhookDelivery.updateMany({ data: { tries: 10 } })
  const [running] = await claim()
  await db().webhookEndpoint.deleteMany()
  await deliverWebhook(running!, () => NOW)
  expect(await deliveries()).toMatchObject([{ status: 'failed', responseStatus: 500 }])
})

it('receivers that hang, stream, fail or redirect delay no others, and hold few connections', async () => {
  const bad = await Promise.all(
    [hang, streamForever, answer(500), answer(302, '', { location: receiver().url })].map(
      (behavior) => startWebhookReceiver(behavior),
    ),
  )
  for (const { url } of bad) await makeWebhook(url)
  await makeWebhook(receiver().url)
  for (let event = 0; event < 20; event++) await act()
  const limits = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000 }
  // Its timer never fires, so only wakes and free places make it go on.
  const worker = startWebhookWorker({ limits, after: manualTimer().after, clock: () => NOW })
  await receiver().received(20)
  expect(bad[0]!.requests.length).toBeLessThanOrEqual(4)
  for (const { close } of bad) await close()
  await worker.stop()
})

it('an event is sent at the commit of its act, without waiting for a poll', async () => {
  await makeWebhook(receiver().url, ['user.*', 'session.revoked'])
  const timer = manualTimer()
  const worker = startWebhookWorker({ after: timer.after, clock: () => addSeconds(NOW, 5) })
  await timer.nextSleep()
  await act()
  await receiver().received(1)
  const { id: userId } = await insertUser()
  const { sessionId } = await makeSession(userId, ctx())
  await inTransaction(async (tx) => {
    await tx.sessionFamily.update({ where: { id: sessionId }, data: { revokedAt: NOW } })
    await publish(tx, { type: 'session.revoked', sessionId, userId })
  })
  const [, ended] = await receiver().received(2)
  expect(JSON.parse(ended!.body)).toMatchObject({
    type: 'session.revoked',
    data: { session_id: sessionId, user_id: userId },
  })
  await worker.stop()
})
