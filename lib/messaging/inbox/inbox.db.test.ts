import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { createInboxItems, type InboxContent } from '@/lib/messaging/inbox/create-inbox-items'
import {
  deleteInboxItem,
  findUnreadCount,
  listInbox,
  markInboxItemRead,
  markInboxRead,
} from '@/lib/messaging/inbox/inbox'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(() => void loadSettings({}))

const NOW = new Date('2026-11-21T12:00:00Z')
const ctx = testContext({ now: NOW })
const NOTE = { kind: 'note', title: 'Hello' }
const principalOf = (userId: string) => ({
  userId,
  sessionId: newId(),
  generation: 1,
  authTime: NOW,
  kind: 'session' as const,
  impersonator: null,
  limitedTo: null,
  roles: ['user'],
  permissions: new Set<string>(),
})
async function newUser(locale: string | null = null) {
  const { id } = await insertUser({ locale })
  return principalOf(id)
}
const put = (userId: string, ...contents: InboxContent[]) =>
  inTransaction((tx) =>
    createInboxItems(
      tx,
      contents.map((content) => ({ userId, ...content })),
      NOW,
    ),
  )
function hear(): unknown[] {
  const heard: unknown[] = []
  const keep = (message: BusMessage) =>
    message.type === 'inbox.changed' && heard.push(...message.changes)
  onTestFinished(subscribe(keep))
  return heard
}
async function list(
  who: ReturnType<typeof principalOf>,
  by: { unreadOnly?: boolean; cursor?: string } = {},
) {
  const result = await listInbox(who, { unreadOnly: false, limit: 200, ...by })
  if (!result.ok) throw new Error(result.code)
  return result.items
}

describe('the inbox', () => {
  it("lists only the user's own items, newest first, paginated without duplicates", async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const ids = await put(
      ada.userId,
      ...Array.from({ length: 5 }, (_, n) => ({ ...NOTE, title: `${n}` })),
    )
    await put(eve.userId, NOTE)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await listInbox(ada, { unreadOnly: false, limit: 2, cursor })
      if (!page.ok) throw new Error(page.code)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual([...ids].reverse())
    expect(await findUnreadCount(ada.userId)).toBe(5)
  })

  it('marks an item as read once; repeating it writes and publishes nothing', async () => {
    const ada = await newUser()
    const [id = '', other = ''] = await put(ada.userId, NOTE, NOTE)
    const heard = hear()
    const first = await markInboxItemRead(ada, id, ctx)
    expect(first).toMatchObject({ ok: true, item: { id, read_at: NOW.toISOString() } })
    const later = testContext({ now: new Date(NOW.getTime() + 60_000) })
    expect(await markInboxItemRead(ada, id, later)).toEqual(first)
    expect(heard).toEqual([{ userId: ada.userId, reason: 'read', itemId: id }])
    expect((await list(ada, { unreadOnly: true })).map((item) => item.id)).toEqual([other])
  })

  it('marks all items as read, returns how many, and publishes it once', async () => {
    const ada = await newUser()
    const [id = ''] = await put(ada.userId, NOTE, NOTE, NOTE)
    await markInboxItemRead(ada, id, ctx)
    const heard = hear()
    expect(await markInboxRead(ada, ctx)).toEqual({ ok: true, read: 2, unreadCount: 0 })
    expect(await markInboxRead(ada, ctx)).toEqual({ ok: true, read: 0, unreadCount: 0 })
    expect(heard).toEqual([{ userId: ada.userId, reason: 'read', itemId: null }])
  })

  it('permanently deletes an item', async () => {
    const ada = await newUser()
    const [id = ''] = await put(ada.userId, NOTE)
    const heard = hear()
    expect(await deleteInboxItem(ada, id)).toEqual({ ok: true })
    expect(await deleteInboxItem(ada, id)).toMatchObject({ code: 'not_found' })
    expect(heard).toEqual([{ userId: ada.userId, reason: 'deleted', itemId: id }])
    expect(await list(ada)).toEqual([])
  })

  it("refuses reading and deleting another user's items, writing and publishing nothing", async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const [id = ''] = await put(ada.userId, NOTE)
    const before = await list(ada)
    const heard = hear()
    for (const asked of [id, newId(), 'x', `${id}'`]) {
      expect(await markInboxItemRead(eve, asked, ctx)).toMatchObject({ code: 'not_found' })
      expect(await deleteInboxItem(eve, asked)).toMatchObject({ code: 'not_found' })
    }
    expect(await markInboxRead(eve, ctx)).toMatchObject({ read: 0 })
    expect(await list(ada)).toEqual(before)
    expect(await list(eve)).toEqual([])
    expect(heard).toEqual([])
  })

  it('refuses an invalid cursor', async () => {
    const asked = await listInbox(await newUser(), { unreadOnly: false, limit: 5, cursor: 'x' })
    expect(asked).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/cursor' }] })
  })
})

describe('a new inbox item', () => {
  it('is published if and only if it is stored', async () => {
    const ada = await newUser()
    const heard = hear()
    const rolledBack = inTransaction(async (tx) => {
      await createInboxItems(tx, [{ userId: ada.userId, ...NOTE }], NOW)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect([heard, await list(ada)]).toEqual([[], []])
    const [itemId] = await put(ada.userId, NOTE)
    expect(heard).toEqual([{ userId: ada.userId, reason: 'created', itemId }])
  })

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/é',
    `/${'a'.repeat(500)}`,
  ])('is refused with the link %j', async (href) => {
    const ada = await newUser()
    await expect(put(ada.userId, NOTE, { ...NOTE, href })).rejects.toThrow(TypeError)
    expect(await list(ada)).toEqual([])
    const direct = { id: newId(), userId: ada.userId, ...NOTE, href, createdAt: NOW }
    await expect(db().inboxItem.create({ data: direct })).rejects.toThrow()
  })

  it('is cut to the maximum lengths and stripped of unstorable characters', async () => {
    const ada = await newUser()
    await put(ada.userId, {
      kind: 'note',
      title: `a\0\ud800${'😀'.repeat(300)}`,
      body: 'b'.repeat(9000),
    })
    const [item] = await list(ada)
    expect(item!.title).toMatch(/^a\ufffd(😀)+…$/u)
    expect([item!.title.length <= 200, item!.body!.length]).toEqual([true, 4000])
  })

  it('is skipped for deleted users and stored for the others', async () => {
    const [ada, gone] = [await newUser(), await insertUser({ status: 'deleted' })]
    const users = [gone.id, newId(), ada.userId]
    const made = await inTransaction((tx) =>
      createInboxItems(
        tx,
        users.map((userId) => ({ userId, ...NOTE })),
        NOW,
      ),
    )
    expect((await list(ada)).map(({ id }) => id)).toEqual(made)
    expect(await db().inboxItem.count({ where: { userId: gone.id } })).toBe(0)
  })

  it("is shown in its owner's language, or as stored if its kind is unknown", async () => {
    const content = {
      kind: 'security.identity_linked',
      title: 'stored',
      params: { provider: 'GitHub' },
    }
    const said = []
    for (const locale of ['tr', 'en', null]) {
      const who = await newUser(locale)
      await put(who.userId, content, { kind: 'unknown.kind', title: 'As it was {written}' })
      said.push((await list(who)).map(({ title }) => title))
    }
    expect(said).toEqual([
      ['As it was {written}', 'Hesabınıza GitHub bağlandı'],
      ['As it was {written}', 'GitHub was connected to your account'],
      ['As it was {written}', 'GitHub was connected to your account'],
    ])
  })
})
