import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import {
  cancelNotification,
  getNotification,
  listNotifications,
} from '@/lib/messaging/notifications/notifications'
import type { NotificationInput } from '@/lib/messaging/notifications/resolve-notification'
import { createTemplate, deleteTemplate } from '@/lib/messaging/notifications/templates'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { WELCOME } from '@/tests/kit/notifications'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const HELLO: NotificationInput = {
  to: { all: true },
  channels: ['inbox'],
  title: 'Hello',
  body: 'All of you',
}
const NOW = new Date('2026-11-21T12:00:00.000Z')
const at = (seconds: number) => addSeconds(NOW, seconds).toISOString()
const inNow = () => ctx({ now: NOW })
let actor: SessionPrincipal

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  actor = await liveHolderOf('notifications:send')
})
beforeEach(async () => {
  await db().job.deleteMany()
  await db().notificationBatch.deleteMany()
  await db().notificationTemplate.deleteMany()
})

async function sent(changed: Partial<NotificationInput> = {}, by = actor) {
  const result = await createNotification(by, { ...HELLO, ...changed }, inNow())
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.notification
}

async function written() {
  return [
    await db().notificationBatch.count(),
    await db().job.count(),
    await db().auditRecord.count(),
  ]
}

describe('a new notification', () => {
  it('is stored with its creator, queued, audited, and open pages refresh', async () => {
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    const active = await db().user.count({ where: { status: 'active' } })
    const batch = await sent({ channels: ['inbox', 'email'], href: '/dashboard' })
    expect(batch).toMatchObject({
      status: 'running',
      total: active,
      delivered: 0,
      audience: { kind: 'all', role: null, user_count: null },
      channels: ['inbox', 'email'],
      created_by: actor.userId,
      started_at: NOW.toISOString(),
    })
    expect(await db().job.findMany()).toMatchObject([
      { kind: 'notification', payload: { batch_id: batch.batch_id }, runAt: NOW },
    ])
    expect(await db().auditRecord.findMany({ where: { targetId: batch.batch_id } })).toMatchObject([
      {
        action: 'notification.sent',
        actorId: actor.userId,
        details: { audience: 'all', channels: ['inbox', 'email'], total: active, title: 'Hello' },
      },
    ])
    expect(heard).toMatchObject([
      {
        type: 'ui.patch',
        audience: { permission: 'notifications:send' },
        patch: { target: 'notifications', op: 'invalidate' },
      },
    ])
  })

  it('counts the active users among those listed', async () => {
    const ids = [
      await insertUser(),
      await insertUser({ status: 'deactivated' }),
      await insertUser(),
    ].map(({ id }) => id)
    const batch = await sent({ to: { user_ids: ids } })
    expect(batch).toMatchObject({ total: 2, audience: { kind: 'users', user_count: 3 } })
  })

  it('counts the active users with a role, however its name is capitalized', async () => {
    const users = [await insertUser(), await insertUser(), await insertUser({ status: 'deleted' })]
    const role = `Crew ${newId()}`
    await insertRole(
      role,
      [],
      users.map(({ id }) => id),
    )
    expect(await sent({ to: { role: role.toUpperCase() } })).toMatchObject({
      total: 2,
      audience: { kind: 'role', role },
    })
  })

  it('is scheduled for its time', async () => {
    const batch = await sent({ sendAt: at(3600) })
    expect(batch).toMatchObject({ status: 'scheduled', send_at: at(3600), started_at: null })
    expect(await db().job.findMany()).toMatchObject([{ runAt: new Date(at(3600)) }])
  })

  it.each([-59, 0])(
    'is sent at once if its time is now, allowing for clock skew: %i s',
    async (s) => {
      expect(await sent({ sendAt: at(s) })).toMatchObject({ status: 'running' })
    },
  )
})

describe('a refused request', () => {
  const ID = newId()
  it.each<[Partial<NotificationInput>, string]>([
    [{ to: { user_ids: [ID] } }, '/to/user_ids/0 unknown_user'],
    [{ to: { role: 'nobody has it' } }, '/to/role unknown_role'],
    [{ to: {} }, '/to one_audience'],
    [{ channels: ['inbox', 'sms'], body: 'x'.repeat(1600) }, '/body too_long_for_sms'],
    [{ channels: undefined }, '/channels required'],
    [{ title: undefined }, '/title required'],
    [{ templateId: ID }, '/template_id unknown_template'],
    [{ templateId: 'x' }, '/template_id unknown_template'],
    [{ sendAt: at(-61) }, '/send_at out_of_range'],
    [{ sendAt: at(366 * 86_400) }, '/send_at out_of_range'],
  ])('writes nothing: %j', async (changed, fault) => {
    const before = await written()
    const result = await createNotification(actor, { ...HELLO, ...changed }, inNow())
    expect(result).toMatchObject({ ok: false, code: 'validation_failed' })
    const errors = (result as { errors?: { pointer: string; code: string }[] }).errors ?? []
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(fault ? [fault] : [])
    expect(await written()).toEqual(before)
  })

  it('lists twenty of the unknown users and how many there are', async () => {
    const known = await insertUser()
    const ids = [known.id, ...Array.from({ length: 30 }, () => newId())]
    const result = await createNotification(actor, { ...HELLO, to: { user_ids: ids } }, inNow())
    expect(result).toMatchObject({
      detail: expect.stringContaining('30 of these users'),
      errors: Array.from({ length: 20 }, (_, n) => ({ pointer: `/to/user_ids/${n + 1}` })),
    })
  })
})

describe('an idempotency key', () => {
  it.each(['two words', 'ü', 'x'.repeat(256)])('is refused if invalid: %j', async (key) => {
    const before = await written()
    const result = await createNotification(actor, { ...HELLO, idempotencyKey: key }, inNow())
    expect(result).toMatchObject({ ok: false, code: 'idempotency_key_required' })
    expect(await written()).toEqual(before)
  })

  it('returns the original batch for the same request, even if its template is gone or its time has passed', async () => {
    const template = await createTemplate(actor, WELCOME, inNow())
    if (!template.ok) throw new Error(template.code)
    const { id } = template.template
    const request = { templateId: id, sendAt: at(60), idempotencyKey: 'k1' }
    const first = await sent(request)
    await deleteTemplate(actor, { id }, inNow())
    const before = await written()
    const again = await createNotification(
      actor,
      { ...HELLO, ...request },
      ctx({ now: new Date(at(600)) }),
    )
    expect(again).toMatchObject({
      ok: true,
      notification: { batch_id: first.batch_id, total: first.total },
    })
    expect(await written()).toEqual(before)
  })

  it('refuses a different request and changes nothing', async () => {
    const first = await sent({ idempotencyKey: 'k2' })
    const before = await written()
    for (const changed of [{ title: 'Bye' }, { channels: ['email'] }, { sendAt: at(60) }] as const)
      expect(
        await createNotification(actor, { ...HELLO, ...changed, idempotencyKey: 'k2' }, inNow()),
      ).toMatchObject({
        code: 'idempotency_conflict',
      })
    expect(await written()).toEqual(before)
    expect(await sent({ idempotencyKey: 'k2' })).toEqual(first)
  })

  it('is separate for each user', async () => {
    const other = await liveHolderOf('notifications:send')
    const first = await sent({ idempotencyKey: 'k3' })
    expect((await sent({ idempotencyKey: 'k3' }, other)).batch_id).not.toBe(first.batch_id)
  })

  it('ignores the order of users and duplicates', async () => {
    const ids = [(await insertUser()).id, (await insertUser()).id]
    const first = await sent({ to: { user_ids: ids }, idempotencyKey: 'k4' })
    const again = await sent({
      to: { user_ids: [ids[1]!, ids[0]!, ids[1]!] },
      idempotencyKey: 'k4',
    })
    expect(again).toEqual(first)
  })
})

describe('a cancellation', () => {
  it('ends a scheduled batch and is audited; a second one is refused and writes nothing', async () => {
    const { batch_id: id } = await sent({ sendAt: at(3600) })
    expect(await cancelNotification(actor, id, inNow())).toMatchObject({
      ok: true,
      notification: { status: 'cancelled', finished_at: NOW.toISOString() },
    })
    const before = await written()
    expect(await cancelNotification(actor, id, inNow())).toMatchObject({ code: 'conflict' })
    for (const unknown of [newId(), 'x', ''])
      expect(await cancelNotification(actor, unknown, inNow())).toMatchObject({ code: 'not_found' })
    expect(await written()).toEqual(before)
    const records = await db().auditRecord.findMany({
      where: { targetId: id },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ action }) => action)).toEqual([
      'notification.sent',
      'notification.cancelled',
    ])
  })
})

describe('the notification list', () => {
  it('is sorted newest first, paginated and filtered by status', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await sent()).batch_id)
    await cancelNotification(actor, ids[1]!, inNow())
    const first = await listNotifications({ limit: 2 })
    if (!first.ok) throw new Error(first.code)
    expect(first.notifications.map(({ batch_id }) => batch_id)).toEqual(ids.slice(0, 2))
    const rest = await listNotifications({ limit: 2, cursor: first.nextCursor })
    expect(rest).toMatchObject({ notifications: [{ batch_id: ids[2] }], nextCursor: null })
    expect(await listNotifications({ limit: 9, status: 'cancelled' })).toMatchObject({
      notifications: [{ batch_id: ids[1] }],
    })
    expect(await listNotifications({ limit: 9, cursor: 'x' })).toMatchObject({
      code: 'validation_failed',
    })
    for (const unknown of [newId(), 'x'])
      expect(await getNotification(unknown)).toMatchObject({ code: 'not_found' })
  })
})

describe('templates', () => {
  it('fill in what a notification omits', async () => {
    const made = await createTemplate(actor, WELCOME, inNow())
    if (!made.ok) throw new Error(made.code)
    const { id: templateId } = made.template
    const bare = { title: undefined, body: undefined, channels: undefined, templateId }
    const { name: _, ...texts } = WELCOME
    expect(await sent(bare)).toMatchObject({ ...texts, template_id: templateId })
    expect(await sent({ ...bare, title: 'Hi', href: null, channels: ['inbox'] })).toMatchObject({
      title: 'Hi',
      body: WELCOME.body,
      href: null,
      channels: ['inbox'],
    })
    const before = await written()
    const wrong = { ...HELLO, templateId, body: '{{phone}}' }
    expect(await createNotification(actor, wrong, inNow())).toMatchObject({
      errors: [{ pointer: '/body', code: 'unknown_placeholder' }],
    })
    expect(await written()).toEqual(before)
  })
})
