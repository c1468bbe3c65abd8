import { beforeAll, beforeEach, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { sendSomeMails } from '@/lib/messaging/notifications/deliver-notifications'
import {
  notificationJob,
  notificationMailJob,
  notificationSmsJob,
} from '@/lib/messaging/notifications/notification.jobs'
import { cancelNotification } from '@/lib/messaging/notifications/notifications'
import { serveRecipients, settleBatch } from '@/lib/messaging/notifications/process-batch'
import type { NotificationInput } from '@/lib/messaging/notifications/resolve-notification'
import { createTemplate, deleteTemplate } from '@/lib/messaging/notifications/templates'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { retryWhenBusy, twenty } from '@/tests/kit/at-once'
import { runDueJobs } from '@/tests/kit/jobs'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const queue = useMailQueue()
let actor: SessionPrincipal
beforeAll(async () => {
  await syncCatalog(new Date())
  actor = await liveHolderOf('notifications:send')
})
beforeEach(async () => {
  await db().inboxItem.deleteMany()
  await db().notificationBatch.deleteMany()
})

const HELLO = { title: 'Hello', body: 'All of you', channels: ['inbox', 'email'] as const }

async function users(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    email: `${newId()}@example.com`,
  }))
  const common = { status: 'active' as const, emailVerifiedAt: START, createdAt: later(-60) }
  await db().user.createMany({ data: made.map((user) => ({ ...user, ...common })) })
  return made.map(({ id }) => id)
}

async function sent(
  input: Partial<NotificationInput> & Pick<NotificationInput, 'to'>,
): Promise<string> {
  const result = await createNotification(actor, { ...HELLO, ...input }, ctx({ now: START }))
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.notification.batch_id
}

const batchOf = (id: string) => db().notificationBatch.findUniqueOrThrow({ where: { id } })

it('creates one batch, one job and one audit record for twenty identical requests with one key', async () => {
  const idempotencyKey = newId()
  const input = { ...HELLO, to: { user_ids: await users(3) }, idempotencyKey }
  const results = await twenty(() => createNotification(actor, input, ctx()))
  const ids = new Set(
    results.map((result) => (result.ok ? result.notification.batch_id : result.code)),
  )
  expect(ids.size).toBe(1)
  expect(await db().notificationBatch.count()).toBe(1)
  expect(await db().job.count()).toBe(1)
  expect(await db().auditRecord.count({ where: { targetId: [...ids][0]! } })).toBe(1)
})

it('accepts one of twenty different requests with one key', async () => {
  const input = { ...HELLO, to: { user_ids: await users(1) }, idempotencyKey: newId() }
  const results = await twenty((n) =>
    createNotification(actor, { ...input, title: `Hello ${n}` }, ctx()),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db().notificationBatch.count()).toBe(1)
})

it('cancels a batch once and creates one template per name under twenty concurrent requests', async () => {
  const id = await sent({ to: { user_ids: await users(1) } })
  const canceled = await twenty(() => cancelNotification(actor, id, ctx()))
  expect(canceled.filter(({ ok }) => ok)).toHaveLength(1)
  expect(
    await db().auditRecord.count({ where: { targetId: id, action: 'notification.cancelled' } }),
  ).toBe(1)
  const template = { ...HELLO, channels: ['inbox' as const], href: null, name: newId() }
  const made = await twenty(() => createTemplate(actor, template, ctx()))
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
})

it('serves each recipient once, by inbox and by email, with twenty workers on one batch', async () => {
  const ids = await users(1000)
  // An email takes a hundred times longer than an item, so most users receive none.
  const noMail = ids
    .slice(100)
    .map((userId) => ({ userId, inbox: true, email: false, updatedAt: START }))
  await db().notificationPreferences.createMany({ data: noMail })
  const id = await sent({ to: { user_ids: ids } })
  await twenty(async () => {
    while ((await serveRecipients(id, START)) !== 'none_left');
  })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      // While other workers have claimed the rest there is nothing to send, so this tries again.
      while ((await retryWhenBusy(() => settleBatch(id, START))).mail !== null)
        await sendSomeMails(id, START)
    }),
  )
  expect(await batchOf(id)).toMatchObject({
    status: 'completed',
    total: 1000,
    delivered: 1000,
    failed: 0,
  })
  const items = await db().inboxItem.findMany({ select: { userId: true } })
  expect(items.map(({ userId }) => userId).sort()).toEqual([...ids].sort())
  expect(new Set(queue.recipients()).size).toBe(100)
  expect(queue.recipients()).toHaveLength(100)
}, 60_000)

it('serves no one after a cancellation among workers and counts those already served', async () => {
  const ids = (await users(2000)).sort()
  const id = await sent({ to: { user_ids: ids }, channels: ['inbox'] })
  await serveRecipients(id, START)
  const { serving, canceling } = await inTransaction(async (tx) => {
    // Stops the worker that serves this recipient.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${ids[300]!}::uuid FOR UPDATE`
    const serving = serveRecipients(id, START)
    await lockWaiters(1)
    const canceling = cancelNotification(actor, id, ctx())
    await lockWaiters(2)
    expect(new Set(await twenty(() => serveRecipients(id, START)))).toEqual(new Set(['held']))
    return { serving, canceling }
  })
  expect([await serving, (await canceling).ok]).toEqual(['some_left', true])
  expect(new Set(await twenty(() => serveRecipients(id, START)))).toEqual(new Set(['none_left']))
  while (
    (await runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], later(60))) > 0
  );
  expect(await batchOf(id)).toMatchObject({ status: 'cancelled', delivered: 400 })
  expect(await db().inboxItem.count()).toBe(400)
})

it.each([
  ['under way', undefined],
  ['scheduled', later(600)],
])('goes on with a notification %s that was held when its turn came', async (_, sendAt) => {
  const to = { user_ids: await users(1) }
  const id = await sent({
    to,
    channels: ['inbox'],
    ...(sendAt && { sendAt: sendAt.toISOString() }),
  })
  const at = sendAt ?? START
  await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM notification_batches WHERE id = ${id}::uuid FOR UPDATE`
    expect(await runDueJobs([notificationJob], at)).toBe(1)
  })
  expect(await batchOf(id)).toMatchObject({
    status: sendAt ? 'scheduled' : 'running',
    delivered: 0,
  })
  expect(await runDueJobs([notificationJob], addSeconds(at, 1))).toBe(1)
  expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1 })
})

it('refuses a template that is deleted while twenty requests use it, or sends its text', async () => {
  const other = await liveHolderOf('notifications:send')
  const fields = { title: 'T', body: 'B', href: null, channels: ['inbox'] as ('inbox' | 'email')[] }
  for (let round = 0; round < 5; round++) {
    const made = await createTemplate(other, { name: newId(), ...fields }, ctx())
    if (!made.ok) throw new Error(made.code)
    const { id: templateId } = made.template
    const input = { to: { user_ids: [actor.userId] }, templateId }
    const deleting: Promise<unknown>[] = []
    const results = await twenty(async (index) => {
      if (index === 7) deleting.push(deleteTemplate(other, { id: templateId }, ctx()))
      return createNotification(actor, input, ctx())
    })
    expect(await Promise.all(deleting)).toEqual([{ ok: true }])
    const refused = results.filter(({ ok }) => !ok)
    const errors = [{ pointer: '/template_id', code: 'unknown_template' }]
    for (const refusal of refused) expect(refusal).toMatchObject({ errors })
    const sentBatches = await db().notificationBatch.count({ where: { title: 'T' } })
    expect(sentBatches).toBe(20 - refused.length)
    await db().notificationBatch.deleteMany()
  }
})

it('refuses a template that is deleted while the request waits', async () => {
  const made = await createTemplate(
    await liveHolderOf('notifications:send'),
    { name: newId(), title: 'T', body: 'B', href: null, channels: ['inbox'] },
    ctx(),
  )
  if (!made.ok) throw new Error(made.code)
  const { id } = made.template
  const sending = await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${actor.userId}::uuid FOR UPDATE`
    const waiting = createNotification(actor, { to: { all: true }, templateId: id }, ctx())
    await lockWaiters(1)
    await db().notificationTemplate.delete({ where: { id } })
    return [waiting]
  })
  expect(await sending[0]).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/template_id', code: 'unknown_template' }],
  })
})
