import { beforeAll, beforeEach, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import { countPendingDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { expandEvents } from '@/lib/messaging/webhooks/webhook-event.store'
import { startWebhookWorker } from '@/lib/messaging/webhooks/webhook-worker'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { copySession } from '@/tests/kit/copy-session'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { manualTimer } from '@/tests/kit/manual-timer'
import { startWebhookReceiver } from '@/tests/kit/stand-ins/webhook-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { expandAllEvents, forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(forgetWebhooks)

const URL = 'https://receiver.example/hook'
const NOW = new Date()

/** A user with so many sessions. */
async function userWith(sessions: number): Promise<string> {
  const { id } = await insertUser()
  const { sessionId } = await makeSession(id, ctx())
  await copySession(sessionId, sessions - 1)
  return id
}

const end = (userId: string) =>
  db().sessionFamily.updateMany({ where: { userId }, data: { revokedAt: NOW } })

it('twenty workers write the deliveries of each event once, while sessions end', async () => {
  await makeWebhook(URL, ['session.*'])
  await makeWebhook(URL, ['session.revoked'])
  await makeWebhook(URL, ['user.*'])
  await end(await userWith(1500))
  const others = await Promise.all(Array.from({ length: 5 }, () => userWith(100)))
  await twenty(async (index) => {
    if (index % 4 === 0) await end(others[index / 4]!)
    await expandAllEvents()
  })
  expect(await db().webhookEvent.count()).toBe(0)
  const deliveries = await db().webhookDelivery.findMany()
  expect(deliveries).toHaveLength(2 * 2000)
  const distinct = new Set(
    deliveries.map(({ endpointId, data }) => `${endpointId} ${JSON.stringify(data)}`),
  )
  expect(distinct.size).toBe(2 * 2000)
})

it('a worker that stops before its statement commits loses no event', async () => {
  await makeWebhook(URL, ['session.*'])
  await end(await userWith(3))
  const stopped = inTransaction(async (tx) => {
    expect(await expandEvents(tx)).toBe(3)
    expect(await expandEvents(db())).toBe(0)
    throw new Error('stopped')
  })
  await expect(stopped).rejects.toThrow('stopped')
  await expandAllEvents()
  expect(await db().webhookDelivery.count()).toBe(3)
})

it('an event is queued only while an enabled webhook subscribes to it, and counts as waiting', async () => {
  await makeWebhook(URL, ['user.*'])
  const { id } = await makeWebhook(URL, ['session.*'])
  const actor = await holderOf('settings:manage')
  await changeWebhook(actor, { id, enabled: false }, ctx())
  await end(await userWith(2))
  expect(await db().webhookEvent.count()).toBe(0)
  await changeWebhook(actor, { id, enabled: true }, ctx())
  await db().webhookDelivery.deleteMany()
  await end(await userWith(2))
  const counted = { waiting: 2, dueSince: NOW }
  expect(await countPendingDeliveries(db(), addSeconds(NOW, 1))).toEqual(counted)
  await expandAllEvents()
  expect(await countPendingDeliveries(db(), addSeconds(NOW, 1))).toEqual(counted)
})

it('a webhook that is disabled just after an event gets it later, and one that was before does not', async () => {
  const [later, before] = [
    await makeWebhook(URL, ['session.*']),
    await makeWebhook(URL, ['session.*']),
  ]
  const { id } = await makeWebhook(URL, ['session.*'])
  const disable = (endpointId: string, disabledAt: Date) =>
    db().webhookEndpoint.update({
      where: { id: endpointId },
      data: { disabledAt, disabledReason: 'failing' },
    })
  await disable(before.id, addSeconds(NOW, -1))
  await end(await userWith(1))
  await disable(later.id, addSeconds(NOW, 1))
  await expandAllEvents()
  const got = (await db().webhookDelivery.findMany()).map(({ endpointId }) => endpointId)
  expect(got.sort()).toEqual([later.id, id].sort())
})

it('the worker sends more events than a batch without waiting for a poll', async () => {
  const receiver = await startWebhookReceiver()
  await makeWebhook(receiver.url, ['session.*'])
  const timer = manualTimer()
  const worker = startWebhookWorker({ after: timer.after, clock: () => addSeconds(NOW, 5) })
  await timer.nextSleep()
  const userId = await userWith(250)
  await inTransaction(async (tx) => {
    await tx.sessionFamily.updateMany({ where: { userId }, data: { revokedAt: NOW } })
    await publish(tx, { type: 'user.sessions_revoked', userId })
  })
  await receiver.received(250)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(250)
  await worker.stop()
  await receiver.close()
})
