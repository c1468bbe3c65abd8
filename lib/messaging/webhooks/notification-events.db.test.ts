import { beforeEach, expect, it } from 'vitest'
import { cancelNotification } from '@/lib/messaging/notifications/notifications'
import { webhookEvent } from '@/lib/messaging/webhooks/webhook-payloads'
import { db } from '@/lib/platform/db/database'
import { onWorkCommitted } from '@/lib/platform/jobs/wake-workers'
import { liveHolderOf } from '@/tests/kit/administrators'
import { later } from '@/tests/kit/mail-queue'
import { idsOf, useNotifications, users, work } from '@/tests/kit/notifications'
import { testContext as ctx } from '@/tests/kit/test-context'
import { forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'

const { actor, sent } = useNotifications()
beforeEach(async () => {
  await forgetWebhooks()
  await makeWebhook('https://receiver.example/hook', ['notification.*'])
})

/** What was queued, each as its schema declares it. */
async function events() {
  const rows = await db().webhookDelivery.findMany({ orderBy: { event: 'desc' } })
  for (const { event: type, data, occurredAt } of rows)
    webhookEvent.parse({ type, timestamp: occurredAt.toISOString(), data })
  return rows.map(({ event, data }) => ({ event, data }))
}

it('an event says that a notification has reached everyone, once and without a wait', async () => {
  let woken = 0
  const stop = onWorkCommitted('webhooks', () => woken++)
  const id = await sent({ to: { user_ids: idsOf(await users(3)) } })
  const beforeEnd = woken
  expect(await events()).toHaveLength(1)
  await work()
  await work(later(60))
  stop()
  expect(woken).toBeGreaterThan(beforeEnd)
  expect(await events()).toEqual([
    { event: 'notification.sent', data: { notification_id: id, actor_id: actor().userId } },
    { event: 'notification.finished', data: { notification_id: id, status: 'completed' } },
  ])
})

it('an event says that a scheduled notification could not be sent', async () => {
  const sender = await liveHolderOf('notifications:send')
  const sendAt = later(600).toISOString()
  const id = await sent({ to: { user_ids: idsOf(await users(1)) }, sendAt })
  await db().notificationBatch.update({ where: { id }, data: { createdById: sender.userId } })
  await db().userRole.deleteMany({ where: { userId: sender.userId } })
  await work(later(600))
  expect((await events())[1]).toEqual({
    event: 'notification.finished',
    data: { notification_id: id, status: 'failed' },
  })
})

it('a canceled notification has one event, not two', async () => {
  const sendAt = later(600).toISOString()
  const id = await sent({ to: { user_ids: idsOf(await users(1)) }, sendAt })
  expect((await cancelNotification(actor(), id, ctx())).ok).toBe(true)
  expect((await events()).map(({ event }) => event)).toEqual([
    'notification.sent',
    'notification.cancelled',
  ])
})
