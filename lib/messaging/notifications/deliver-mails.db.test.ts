import { describe, expect, it } from 'vitest'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { sendSomeMails } from '@/lib/messaging/notifications/deliver-notifications'
import { claimMails } from '@/lib/messaging/notifications/notification-mail.store'
import {
  notificationJob,
  notificationMailJob,
  notificationSmsJob,
} from '@/lib/messaging/notifications/notification.jobs'
import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { cancelNotification } from '@/lib/messaging/notifications/notifications'
import { serveRecipients, settleBatch } from '@/lib/messaging/notifications/process-batch'
import { db } from '@/lib/platform/db/database'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { later, START } from '@/tests/kit/mail-queue'
import { batchOf, idsOf, useNotifications, users, work } from '@/tests/kit/notifications'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { until } from '@/tests/kit/until'

const { actor, queue, sent } = useNotifications()

describe('a user who turned notifications off', () => {
  it('gets them on the other channel or not at all, and still gets account emails', async () => {
    const [all, noMail, noInbox, nothing] = await users(4)
    const choose = async (user: { id: string }, choice: { inbox?: boolean; email?: boolean }) =>
      setNotificationPreferences(await principalOf(user.id), choice, ctx())
    await choose(noMail!, { email: false })
    await choose(noInbox!, { inbox: false })
    await choose(nothing!, { inbox: false, email: false })
    const id = await sent({ to: { user_ids: idsOf([all!, noMail!, noInbox!, nothing!]) } })
    await work()
    const readers = (await db().inboxItem.findMany()).map(({ userId }) => userId)
    expect(new Set(readers)).toEqual(new Set(idsOf([all!, noMail!])))
    expect(new Set(queue.recipients())).toEqual(new Set([all!.email, noInbox!.email]))
    expect(await batchOf(id)).toMatchObject({
      status: 'completed',
      total: 4,
      delivered: 3,
      skipped: 1,
    })
    await queue.queue({ mail: 'password_changed', userId: nothing!.id, at: START.toISOString() })
    await queue.work()
    expect(queue.recipients()).toContain(nothing!.email)
  })

  it('gets no email that was queued before', async () => {
    const [one] = await users(1)
    const id = await sent({ to: { user_ids: [one!.id] }, channels: ['email'] })
    queue.receiver().fail({ at: 'recipient', with: 451 })
    await work()
    await setNotificationPreferences(await principalOf(one!.id), { email: false }, ctx())
    queue.receiver().fail(null)
    await work(later(3600))
    expect(queue.mails()).toHaveLength(0)
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 0, skipped: 1 })
  })
})

describe('a notification email', () => {
  it('to a mailbox that does not exist fails at once, and the others are delivered', async () => {
    const [bad, ...good] = await users(3)
    const id = await sent({ to: { user_ids: [bad!.id] }, channels: ['email'] })
    queue.receiver().fail({ at: 'recipient', with: 550, text: '5.1.1 no such mailbox' })
    await work()
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 0, failed: 1 })
    queue.receiver().fail(null)
    await sent({ to: { user_ids: idsOf(good) }, channels: ['email'] })
    await work()
    expect(new Set(queue.recipients())).toEqual(new Set(good.map(({ email }) => email)))
  })

  it.each([
    ['the sender', { at: 'sender', with: 530, text: '5.7.0 authentication required' }],
    ['to relay', { at: 'recipient', with: 554, text: '5.7.1 relay access denied' }],
    ['the recipient without a reason in a code', { at: 'recipient', with: 550 }],
    ['the message', { at: 'message', with: 554, text: 'address is not verified' }],
  ] as const)(
    'is sent later if the server refuses %s, and the health shows the refusal',
    async (_, fault) => {
      const [one] = await users(1)
      queue.receiver().fail(fault)
      const id = await sent({ to: { user_ids: [one!.id] }, channels: ['email'] })
      await work()
      expect(await batchOf(id)).toMatchObject({ status: 'running', failed: 0 })
      expect(await db().providerHealth.findUnique({ where: { provider: 'mail' } })).toMatchObject({
        lastError: expect.stringContaining(String(fault.with)),
      })
      queue.receiver().fail(null)
      await work(later(10))
      expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1, failed: 0 })
      expect(queue.recipients()).toEqual([one!.email])
    },
  )

  it('that the server refuses for now is retried with the same id and fails after eight attempts', async () => {
    const [one, two] = await users(2)
    const id = await sent({ to: { user_ids: [one!.id] }, channels: ['email'] })
    queue.receiver().fail({ at: 'message', with: 451 })
    await work()
    expect(await batchOf(id)).toMatchObject({ status: 'running', delivered: 0, failed: 0 })
    queue.receiver().fail(null)
    await work(later(10))
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1, failed: 0 })
    expect(queue.recipients()).toEqual([one!.email])

    queue.receiver().fail({ at: 'message', with: 451 })
    const lost = await sent({ to: { user_ids: [two!.id] }, channels: ['email'] })
    for (let hour = 0; hour < 7; hour++) await work(later(hour * 10_000))
    expect(await batchOf(lost)).toMatchObject({ status: 'running', failed: 0 })
    await work(later(70_000))
    expect(await batchOf(lost)).toMatchObject({ status: 'completed', delivered: 0, failed: 1 })
  })

  it('belongs to its sender for the whole lease, also for an instance whose clock is ahead', async () => {
    const [one] = await users(1)
    const id = await sent({ to: { user_ids: [one!.id] }, channels: ['email'] })
    await serveRecipients(id, START)
    expect(await claimMails(db(), { batchId: id, limit: 10, now: START })).toHaveLength(1)
    expect(await sendSomeMails(id, later(90))).toEqual({ taken: 0, postponed: 0 })
    const next = (await settleBatch(id, later(90))).mail!
    expect(next > later(90 + 30) && next <= later(90 + 60)).toBe(true)
    await expireLeases()
    expect(await sendSomeMails(id, later(90))).toEqual({ taken: 1, postponed: 0 })
    expect(queue.recipients()).toEqual([one!.email])
  })

  it("doesn't delay account emails while all notification connections hang", async () => {
    const made = await users(10)
    const [one] = await users(1)
    let hanging = 0
    const count = (): Promise<void> =>
      queue
        .receiver()
        .met()
        .then(() => (hanging++, count()))
    void count()
    queue.receiver().fail({ at: 'message', with: 'silence' })
    await sent({ to: { user_ids: idsOf(made) }, channels: ['email'] })
    await runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], START)
    const stuck = runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], START)
    await until('they hang', 10_000, () => hanging === 5)
    queue.receiver().fail(null)
    await queue.queue({ mail: 'password_changed', userId: one!.id, at: START.toISOString() })
    await queue.work()
    expect(queue.recipients()).toEqual([one!.email])
    closeMailer()
    await stuck
  })

  it('is not sent after a cancellation; recipients already served stay counted', async () => {
    const made = await users(3)
    const id = await sent({ to: { user_ids: idsOf(made) }, channels: ['email'] })
    await runDueJobs([notificationJob, notificationMailJob, notificationSmsJob], START)
    expect(await db().notificationMail.count()).toBe(3)
    expect(await cancelNotification(actor(), id, ctx())).toMatchObject({ ok: true })
    await work()
    expect(queue.mails()).toHaveLength(0)
    expect(await batchOf(id)).toMatchObject({ status: 'cancelled', total: 3, delivered: 0 })
    expect(await db().notificationMail.count()).toBe(0)
  })
})
