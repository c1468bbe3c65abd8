import { beforeAll, expect, it } from 'vitest'
import { countPendingMails } from '@/lib/messaging/notifications/notification-mail.store'
import { countPendingDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { rowsRead } from '@/tests/kit/rows-read'
import { useTestDatabase } from '@/tests/kit/test-database'
import { readWork } from '@/server/metrics/queue-readings'

const NOW = new Date('2026-11-21T12:00:00.000Z')

useTestDatabase()
beforeAll(async () => {
  await db().$executeRaw`
    INSERT INTO webhook_endpoints (id, url, events, secret, created_at, updated_at, disabled_at, disabled_reason)
    SELECT gen_random_uuid(), 'https://example.org/' || n, '{}', '', now(), now(), CASE n WHEN 2 THEN now() END,
      CASE n WHEN 2 THEN 'administrator' END
    FROM generate_series(1, 2) n`
  await db().$executeRaw`
    INSERT INTO webhook_deliveries (id, endpoint_id, event, data, occurred_at, next_attempt_at)
    SELECT gen_random_uuid(), e.id, 'user.created', '{}', now(), ${NOW}::timestamptz - n * interval '1 second'
    FROM webhook_endpoints e, generate_series(1, 20010) n WHERE e.disabled_at IS NULL OR n <= 10`
  await db().$executeRaw`
    INSERT INTO notification_batches (id, status, audience, channels, title, body, personal, total, created_at, updated_at, request_hash)
    VALUES (gen_random_uuid(), 'running', 'all', '{email}', 'Hello', 'All', false, 10010, now(), now(), '')`
  await db().$executeRaw`
    INSERT INTO notification_mails (batch_id, user_id, due_at)
    SELECT b.id, gen_random_uuid(), ${NOW}::timestamptz - n * interval '1 second'
    FROM notification_batches b, generate_series(1, 20010) n`
  await db().$executeRaw`ANALYZE webhook_deliveries, notification_mails`
})

it('counts long queues only up to 10,000, and knows the oldest of all', async () => {
  const { queues } = await readWork(NOW)
  expect(queues.notifications).toEqual({ waiting: 10_000, failed: 0, oldestSeconds: 20_010 })
  expect(queues.webhooks).toEqual({ waiting: 10_000, failed: null, oldestSeconds: 20_010 })
})

it('reports nothing overdue before it is due', async () => {
  const { queues } = await readWork(addSeconds(NOW, -30_000))
  expect(queues.webhooks).toEqual({ waiting: 10_000, failed: null, oldestSeconds: 0 })
})

it('reads no more of a queue than it counts', async () => {
  const mails = () => countPendingMails(db(), NOW)
  const deliveries = () => countPendingDeliveries(db(), NOW)
  expect(await rowsRead('notification_mails', mails)).toBeLessThan(10_100)
  expect(await rowsRead('webhook_deliveries', deliveries)).toBeLessThan(10_100)
})
