import { describe, expect, it, onTestFinished } from 'vitest'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { maintainNotifications } from '@/lib/messaging/notifications/notification.jobs'
import { createTemplate } from '@/lib/messaging/notifications/templates'
import { unsubscribeUrl } from '@/lib/messaging/notifications/unsubscribe-link'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { later, START } from '@/tests/kit/mail-queue'
import { batchOf, HELLO, idsOf, useNotifications, users, work } from '@/tests/kit/notifications'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'

const { actor, queue, sent } = useNotifications()

describe('a notification', () => {
  it('arrives in the inbox and by email, with the fixed texts in the reader’s language', async () => {
    const [ada] = await users(1, { name: 'Ada' })
    const [turkish] = await users(1, { locale: 'tr' })
    const id = await sent({ to: { user_ids: idsOf([ada!, turkish!]) }, href: '/dashboard?x=1&y=2' })
    await work()
    expect(await batchOf(id)).toMatchObject({
      status: 'completed',
      total: 2,
      delivered: 2,
      finishedAt: START,
    })
    const items = await db().inboxItem.findMany()
    expect(new Set(items.map(({ userId }) => userId))).toEqual(new Set([ada!.id, turkish!.id]))
    expect(items[0]).toMatchObject({
      kind: 'announcement',
      title: 'Hello',
      body: HELLO.body,
      href: '/dashboard?x=1&y=2',
    })
    const mailTo = (email: string) =>
      queue.mails().find(({ envelope }) => envelope.to[0] === email)!.message
    const english = mailTo(ada!.email)
    expect(english.subject).toBe('Hello')
    expect(english.text).toContain('Hello Ada,\n\nFirst line\n\nSecond line')
    expect(english.text).toContain('Open:\nhttps://login.example/dashboard?x=1&y=2\n')
    expect(english.text).toContain('https://login.example/dashboard/account/notifications')
    expect(english.html).toContain('href="https://login.example/dashboard?x=1&amp;y=2"')
    expect(english.html).toContain('href="https://login.example/dashboard/account/notifications"')
    expect(english.text).toContain(`Unsubscribe: ${unsubscribeUrl(ada!.id)}\n`)
    expect(english.headers).toContainEqual({
      key: 'list-unsubscribe',
      originalKey: 'List-Unsubscribe',
      value: `<${unsubscribeUrl(ada!.id)}>`,
    })
    expect(mailTo(turkish!.email).text).toContain('Bu e-postayı, login.example üzerinde')
    expect(await db().notificationMail.count()).toBe(0)
  })

  it('is sent unchanged: no placeholder is filled in, no markup works, no header is injected', async () => {
    const [ada] = await users(1)
    await sent({
      to: { user_ids: [ada!.id] },
      title: '{{name}} {{7*7}}',
      body: '<a href=//evil>x</a> {{email}}',
    })
    await work()
    expect(await db().inboxItem.findMany()).toMatchObject([
      { title: '{{name}} {{7*7}}', body: '<a href=//evil>x</a> {{email}}' },
    ])
    const { message } = queue.mails()[0]!
    expect(message.subject).toBe('{{name}} {{7*7}}')
    expect(message.html).toContain('&lt;a href=//evil&gt;x&lt;/a&gt; {{email}}')
  })

  it("from a template contains the reader's name, whatever it is, if the address is confirmed", async () => {
    const evil = '<b>{{email}}</b>\r\nBcc: victim@example.com'
    const [reader] = await users(1, { name: evil })
    const [nameless] = await users(1)
    // Anyone can register with an advertisement as their name.
    const [stranger] = await users(1, { name: 'Buy', emailVerifiedAt: null })
    const texts = {
      title: 'Hi {{name}}',
      body: 'To {{email}}',
      href: null,
      channels: ['inbox', 'email'] as never,
    }
    const made = await createTemplate(actor(), { name: newId(), ...texts }, ctx())
    if (!made.ok) throw new Error(made.code)
    const bare = {
      title: undefined,
      body: undefined,
      channels: undefined,
      templateId: made.template.id,
    }
    await sent({ to: { user_ids: idsOf([reader!, nameless!, stranger!]) }, ...bare })
    await work()
    const titles = new Map(
      (await db().inboxItem.findMany()).map(({ userId, title }) => [userId, title]),
    )
    expect(titles.get(nameless!.id)).toBe(`Hi ${nameless!.email}`)
    expect(titles.get(stranger!.id)).toBe(`Hi ${stranger!.email}`)
    expect(titles.get(reader!.id)).toBe('Hi <b>{{email}}</b> Bcc: victim@example.com')
    const mail = queue.mails().find(({ envelope }) => envelope.to[0] === reader!.email)!
    expect(mail.envelope.to).toEqual([reader!.email])
    expect(mail.message.bcc).toBeUndefined()
    expect(mail.message.subject).toBe('Hi <b>{{email}}</b> Bcc: victim@example.com')
    expect(mail.message.html).not.toContain('<b>')
    expect(mail.message.text).toContain(`To ${reader!.email}`)
  })

  it('is sent only to the active users with a role', async () => {
    const members = await users(3)
    const [gone] = await users(1, { status: 'deactivated' })
    const role = `crew ${newId()}`
    await insertRole(role, [], idsOf([...members, gone!]))
    const id = await sent({ to: { role }, channels: ['inbox'] })
    await work()
    expect((await db().inboxItem.findMany()).map(({ userId }) => userId).sort()).toEqual(
      idsOf(members).sort(),
    )
    expect(await batchOf(id)).toMatchObject({
      status: 'completed',
      total: 3,
      delivered: 3,
      skipped: 0,
    })
    expect(queue.mails()).toHaveLength(0)
  })

  it('reaches more users than one step serves, each once, and publishes progress after each step', async () => {
    const made = await users(450)
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    const id = await sent({ to: { user_ids: idsOf(made) }, channels: ['inbox'] })
    await work()
    expect(await db().inboxItem.count()).toBe(450)
    expect(await batchOf(id)).toMatchObject({ status: 'completed', total: 450, delivered: 450 })
    const progress = heard.flatMap((message) =>
      message.type === 'ui.patch' && message.patch.op === 'merge' ? [message.patch] : [],
    )
    expect(progress.map(({ target, data }) => [target, data?.delivered, data?.status])).toEqual([
      [`notifications/${id}`, 200, 'running'],
      [`notifications/${id}`, 400, 'running'],
      [`notifications/${id}`, 450, 'completed'],
    ])
    const told = heard.flatMap((message) => ('changes' in message ? message.changes : []))
    expect(new Set(told.map(({ userId }) => userId)).size).toBe(450)
  })

  it('reports its reach to the sender at the end, once, in their language', async () => {
    const made = await users(3)
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    await db().user.update({ where: { id: actor().userId }, data: { locale: 'tr' } })
    const id = await sent({ to: { user_ids: idsOf(made) }, channels: ['inbox'] })
    await work()
    await db().user.update({ where: { id: actor().userId }, data: { locale: null } })
    expect(
      heard.flatMap((message) => (message.type === 'ui.toast' ? [message] : [])),
    ).toMatchObject([
      {
        userId: actor().userId,
        toast: {
          level: 'success',
          title: '“Hello” gönderildi',
          message: '3 / 3 alıcıya ulaştı.',
          action: { href: `/dashboard/notifications/${id}` },
        },
      },
    ])
  })

  it('skips users who joined later or left before their turn', async () => {
    const [stays, goes] = await users(2)
    const id = await sent({ to: { all: true }, channels: ['inbox'] })
    const { total } = await batchOf(id)
    await insertUser()
    await db().user.update({ where: { id: goes!.id }, data: { status: 'deactivated' } })
    await work()
    const readers = (await db().inboxItem.findMany()).map(({ userId }) => userId)
    expect(readers).toContain(stays!.id)
    expect(readers).not.toContain(goes!.id)
    const after = await batchOf(id)
    expect(after).toMatchObject({
      status: 'completed',
      total,
      delivered: readers.length,
      failed: 0,
    })
    expect(after.delivered + after.skipped).toBe(total)
  })
})

describe('an account created on an instance whose clock is ahead', () => {
  const joined = async (seconds: number) => {
    const [one] = await users(1)
    await db().user.update({ where: { id: one!.id }, data: { createdAt: later(seconds) } })
    return one!
  }
  const readers = async () => (await db().inboxItem.findMany()).map(({ userId }) => userId)

  it('is reached by its ID, however far', async () => {
    const one = await joined(3600)
    const id = await sent({ to: { user_ids: [one.id] }, channels: ['inbox'] })
    await work()
    expect(await readers()).toEqual([one.id])
    expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 1, skipped: 0 })
  })

  it('is reached as a member of an audience, up to two minutes', async () => {
    const [near, far] = [await joined(120), await joined(121)]
    await sent({ to: { all: true }, channels: ['inbox'] })
    await work()
    expect(await readers()).toContain(near.id)
    expect(await readers()).not.toContain(far.id)
  })
})

describe('a scheduled notification', () => {
  it('is sent to the audience at that time', async () => {
    const role = `crew ${newId()}`
    const [early, late] = await users(2)
    const roleId = await insertRole(role, [], [early!.id])
    const id = await sent({ to: { role }, channels: ['inbox'], sendAt: later(600).toISOString() })
    await work(later(599))
    expect(await batchOf(id)).toMatchObject({ status: 'scheduled', total: 1 })
    await db().userRole.create({ data: { userId: late!.id, roleId } })
    await work(later(600))
    expect(await batchOf(id)).toMatchObject({
      status: 'completed',
      total: 2,
      delivered: 2,
      startedAt: later(600),
    })
  })

  it.each<[string, (sender: SessionPrincipal) => Promise<unknown>]>([
    [
      'actor_not_active',
      ({ userId }) => db().user.update({ where: { id: userId }, data: { status: 'deactivated' } }),
    ],
    ['permission_lost', ({ userId }) => db().userRole.deleteMany({ where: { userId } })],
  ])('is not sent if its sender may no longer send: %s', async (because, lose) => {
    const sender = await liveHolderOf('notifications:send')
    const [one] = await users(1)
    const input = { ...HELLO, to: { user_ids: [one!.id] }, sendAt: later(600).toISOString() }
    const made = await createNotification(sender, input, ctx({ now: START }))
    if (!made.ok) throw new Error(made.code)
    await lose(sender)
    await work(later(600))
    expect(await batchOf(made.notification.batch_id)).toMatchObject({
      status: 'failed',
      stoppedBecause: because,
    })
    expect([await db().inboxItem.count(), queue.mails().length]).toEqual([0, 0])
  })
})

it('resumes a batch whose job was lost without serving it twice', async () => {
  const made = await users(250)
  const id = await sent({ to: { user_ids: idsOf(made) } })
  await db().job.deleteMany()
  await maintainNotifications.run(later(299))
  expect(await db().job.count()).toBe(0)
  await maintainNotifications.run(later(301))
  await maintainNotifications.run(later(302))
  await work(later(303))
  expect(await batchOf(id)).toMatchObject({ status: 'completed', delivered: 250 })
  expect([await db().inboxItem.count(), queue.mails().length]).toEqual([250, 250])
})

it('keeps sent notifications for a year and unfinished ones until they end', async () => {
  const [one] = await users(1)
  const old = await sent({ to: { user_ids: [one!.id] }, channels: ['inbox'] })
  await work()
  const running = await sent({ to: { user_ids: [one!.id] }, channels: ['inbox'] })
  const day = 86_400
  await maintainNotifications.run(later(365 * day))
  expect(await db().notificationBatch.count()).toBe(2)
  await maintainNotifications.run(later(365 * day + 1))
  expect((await db().notificationBatch.findMany()).map(({ id }) => id)).toEqual([running])
  expect(old).not.toBe(running)
})
