import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import {
  notificationJob,
  notificationMailJob,
  notificationSmsJob,
} from '@/lib/messaging/notifications/notification.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'
import { liveHolderOf } from '@/tests/kit/administrators'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { startWorker, testDatabaseUrl, type WorkerProcess } from '@/tests/kit/start-worker'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

const COUNT = 2000
/** An email takes a hundred times longer than an item, so most users receive none. */
const MAILED = 200

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const worker = () => startWorker('notifications', { SMTP_URL: queue.receiver().url })

/** Kills the worker at once and makes its claimed work due, as if the lease had expired. */
async function kill(worker: WorkerProcess): Promise<void> {
  await worker.kill()
  await expireLeases()
}

it('delivers a batch once per recipient and channel when its workers are killed while filling inboxes and sending emails', async () => {
  const made = Array.from({ length: COUNT }, () => ({
    id: newId(),
    email: `${newId()}@example.com`,
  }))
  await db().user.createMany({
    data: made.map((user) => ({ ...user, status: 'active', createdAt: new Date(0) })),
  })
  const ids = made.map(({ id }) => id).sort()
  const noMail = ids.filter((_, n) => n % (COUNT / MAILED) !== 0)
  const choice = { inbox: true, email: false, updatedAt: new Date(0) }
  await db().notificationPreferences.createMany({
    data: noMail.map((userId) => ({ userId, ...choice })),
  })
  const actor = await liveHolderOf('notifications:send')
  const input = {
    to: { user_ids: ids },
    title: 'Hello',
    body: 'All',
    channels: ['inbox', 'email'] as const,
  }
  const sent = await createNotification(actor, input, ctx())
  if (!sent.ok) throw new Error(sent.code)
  const where = { id: sent.notification.batch_id }
  const batch = () => db().notificationBatch.findUniqueOrThrow({ where })

  // A lock on a user's row makes the step that serves them wait midway.
  const holder = new pg.Client(await testDatabaseUrl())
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [ids[500]])
  const first = await worker()
  await until(
    'the third step is under way',
    30_000,
    async () => (await batch()).reachedId === ids[399],
  )
  await kill(first)
  await holder.end()
  // Finished steps are complete, and the interrupted step is rolled back.
  expect([await db().inboxItem.count(), await db().notificationMail.count()]).toEqual([400, 40])

  const second = await worker()
  await until('mails are under way', 30_000, () => queue.mails().length >= 50)
  queue.receiver().fail({ at: 'message', with: 'silence' })
  await until('what the server took is noted', 30_000, async () => {
    const noted = await db().notificationMail.count({ where: { outcome: 'delivered' } })
    return (await batch()).delivered + noted === COUNT - MAILED + queue.mails().length
  })
  await kill(second)
  expect(await batch()).toMatchObject({ status: 'running', allReached: true })
  expect(queue.mails().length).toBeLessThan(MAILED)

  queue.receiver().fail(null)
  const later = addSeconds(new Date(), LEASE_SECONDS)
  while ((await runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], later)) > 0);
  expect(await batch()).toMatchObject({
    status: 'completed',
    total: COUNT,
    delivered: COUNT,
    failed: 0,
    skipped: 0,
  })
  const items = await db().inboxItem.findMany({ select: { userId: true } })
  expect(items.map(({ userId }) => userId).sort()).toEqual(ids)
  const mailed = made.filter(({ id }) => !noMail.includes(id)).map(({ email }) => email)
  expect(queue.recipients().sort()).toEqual(mailed.sort())
  expect(new Set(queue.mails().map(({ message }) => message.messageId)).size).toBe(MAILED)
}, 180_000)
