import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  getContact,
  listContacts,
  setContactStatus,
} from '@/lib/messaging/contacts/contact-messages'
import { contactNoticeJob, queueContactNotice } from '@/lib/messaging/contacts/contact.jobs'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { listInbox } from '@/lib/messaging/inbox/inbox'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(async () => {
  await db().job.deleteMany()
  await db().inboxItem.deleteMany()
  await db().contactMessage.deleteMany()
  await db().userRole.deleteMany()
})

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

function hear(): BusMessage[] {
  const heard: BusMessage[] = []
  onTestFinished(subscribe((message) => heard.push(message)))
  return heard
}

async function sent(changed: Partial<typeof LETTER> = {}): Promise<string> {
  expect(await sendContactMessage({ ...LETTER, ...changed }, ctx())).toEqual({ ok: true })
  const newest = await db().contactMessage.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return newest.id
}

/** Runs all queued jobs, batch after batch. */
async function work(): Promise<void> {
  while ((await runDueJobs([contactNoticeJob], new Date(Date.now() + 1000))) > 0);
}

const inboxChanges = (heard: BusMessage[]) =>
  heard.flatMap((message) => ('changes' in message ? message.changes : []))

describe('a contact message', () => {
  it('is stored as new, with its origin, and open pages refresh', async () => {
    const heard = hear()
    const id = await sent()
    expect(await getContact(id)).toMatchObject({
      ok: true,
      contact: { ...LETTER, status: 'new', ip: '192.0.2.1', handled_by: null, handled_at: null },
    })
    expect(heard).toMatchObject([
      {
        type: 'ui.patch',
        audience: { permission: 'contacts:list' },
        patch: { target: 'contacts', op: 'invalidate' },
      },
    ])
  })

  it('notifies every user who may read it, in their language, and no one else', async () => {
    const reader = await holderOf('contacts:list')
    const admin = await insertAdministrator()
    const turkish = await holderOf('contacts:list')
    await db().user.update({ where: { id: turkish.userId }, data: { locale: 'tr' } })
    const gone = await holderOf('contacts:list')
    await db().user.update({ where: { id: gone.userId }, data: { status: 'deactivated' } })
    await holderOf('users:list', 'audit:list')
    const heard = hear()
    const id = await sent()
    await work()
    const items = await db().inboxItem.findMany({ orderBy: { userId: 'asc' } })
    expect(new Set(items.map(({ userId }) => userId))).toEqual(
      new Set([reader.userId, admin.id, turkish.userId]),
    )
    expect(items).toHaveLength(3)
    expect(items.find(({ userId }) => userId === reader.userId)).toMatchObject({
      kind: 'contact.received',
      title: 'New message from Ada',
      body: 'Hello',
      href: `/dashboard/contacts?message=${id}`,
      readAt: null,
    })
    expect(items.find(({ userId }) => userId === turkish.userId)?.title).toBe('Yeni mesaj: Ada')
    expect(await listInbox(reader, { limit: 1, unreadOnly: false, locale: 'tr' })).toMatchObject({
      items: [{ title: 'Yeni mesaj: Ada', body: 'Hello' }],
    })
    const changes = inboxChanges(heard).map(({ userId, itemId, reason }) => [
      userId,
      itemId,
      reason,
    ])
    expect(new Set(changes.map(String))).toEqual(
      new Set(items.map((item) => String([item.userId, item.id, 'created']))),
    )
  })

  it('notifies more users than one batch holds, each once, even if the job runs twice', async () => {
    const users = await Promise.all(Array.from({ length: 230 }, () => insertUser()))
    const ids = users.map(({ id }) => id)
    await insertRole(`role ${newId()}`, ['contacts:list'], ids)
    // A user who has the permission through two roles is notified once.
    await insertRole(`role ${newId()}`, ['contacts:list'], ids.slice(0, 100))
    const id = await sent()
    await work()
    const items = await db().inboxItem.findMany()
    expect(items.map(({ userId }) => userId).sort()).toEqual([...ids].sort())
    const heard = hear()
    await queueContactNotice(db(), { contactId: id, after: null }, new Date())
    await work()
    expect(await db().inboxItem.count()).toBe(230)
    expect(inboxChanges(heard)).toEqual([])
    await sent()
    await work()
    expect(await db().inboxItem.count()).toBe(460)
  })
})

describe("a message's status", () => {
  it('is changed, with who changed it, audited, and open pages refresh', async () => {
    const actor = await holderOf('contacts:list')
    const id = await sent()
    const heard = hear()
    const now = new Date()
    expect(
      await setContactStatus(actor, { contactId: id, status: 'read' }, ctx({ now })),
    ).toMatchObject({
      ok: true,
      contact: { id, status: 'read', handled_by: actor.userId, handled_at: now.toISOString() },
    })
    expect(await db().auditRecord.findMany({ where: { targetId: id } })).toMatchObject([
      {
        action: 'contact.status_changed',
        actorId: actor.userId,
        outcome: 'ok',
        details: { before: 'new', after: 'read' },
      },
    ])
    expect(heard).toMatchObject([
      { type: 'ui.patch', patch: { target: 'contacts', op: 'invalidate' } },
    ])
    const user = await db().user.findUniqueOrThrow({ where: { id: actor.userId } })
    expect(await getContact(id)).toMatchObject({ handler: user.email })
  })

  it('is neither written nor published if it is already set', async () => {
    const [first, second] = [await holderOf('contacts:list'), await holderOf('contacts:list')]
    const id = await sent()
    await setContactStatus(first, { contactId: id, status: 'archived' }, ctx())
    const before = await db().contactMessage.findUnique({ where: { id } })
    const heard = hear()
    expect(
      await setContactStatus(second, { contactId: id, status: 'archived' }, ctx()),
    ).toMatchObject({
      ok: true,
      contact: { handled_by: first.userId },
    })
    expect(await db().contactMessage.findUnique({ where: { id } })).toEqual(before)
    expect(await db().auditRecord.count({ where: { targetId: id } })).toBe(1)
    expect(heard).toEqual([])
  })

  it.each([newId(), 'nonsense', ''])(
    'cannot be changed for an unknown message: %j',
    async (contactId) => {
      const actor = await holderOf('contacts:list')
      const records = await db().auditRecord.count()
      expect(await setContactStatus(actor, { contactId, status: 'read' }, ctx())).toMatchObject({
        code: 'not_found',
      })
      expect(await getContact(contactId)).toMatchObject({ code: 'not_found' })
      expect(await db().auditRecord.count()).toBe(records)
    },
  )
})

describe('the message list', () => {
  it('is sorted newest first, paginated and filtered by status', async () => {
    const actor = await holderOf('contacts:list')
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await sent({ subject: `Letter ${i}` }))
    await setContactStatus(actor, { contactId: ids[1]!, status: 'read' }, ctx())
    const page = async (by: Parameters<typeof listContacts>[0]) => {
      const listed = await listContacts(by)
      return listed.ok
        ? { ids: listed.contacts.map(({ id }) => id), next: listed.nextCursor }
        : listed
    }
    const { next: cursor } = (await page({ limit: 3 })) as { next: string }
    expect(await page({ limit: 3 })).toEqual({ ids: ids.slice(0, 3), next: cursor })
    expect(await page({ limit: 3, cursor })).toEqual({ ids: ids.slice(3), next: null })
    expect(await page({ limit: 9, status: 'read' })).toEqual({ ids: [ids[1]], next: null })
    expect(await page({ limit: 9, status: 'new' })).toMatchObject({
      ids: ids.filter((id) => id !== ids[1]),
    })
    expect(await page({ limit: 9, cursor: 'x' })).toMatchObject({ code: 'validation_failed' })
  })
})
