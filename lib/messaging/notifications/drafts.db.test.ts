import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { purgeDrafts } from '@/lib/messaging/notifications/draft.store'
import {
  discardDraft,
  findOwnDraft,
  previewDraft,
  saveDraft,
  sendDraft,
} from '@/lib/messaging/notifications/drafts'
import {
  type DraftFields,
  draftFieldsOf,
  MAX_CHOSEN,
} from '@/lib/messaging/notifications/validate-draft'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, liveHolderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const HELLO: DraftFields = {
  audience: 'all',
  channel_inbox: 'true',
  channel_email: 'true',
  title: 'Hello',
  body: 'All of you',
  when: 'now',
}
const ctx = () => testContext({ now: NOW })
let writer: SessionPrincipal

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
  writer = await liveHolderOf('notifications:send', 'users:list')
})
beforeEach(async () => {
  await db().notificationDraft.deleteMany()
  await db().notificationBatch.deleteMany()
})

async function kept(fields: DraftFields = HELLO, by = writer) {
  await saveDraft(by, fields, ctx())
  return (await findOwnDraft(by))!.id
}
const batches = () => db().notificationBatch.count()
async function faultsOf(changed: DraftFields, by = writer) {
  const result = await previewDraft(by, { ...HELLO, ...changed }, NOW)
  return result.ok ? [] : result.faults
}

describe('a draft', () => {
  it('is saved as typed, valid or not, one per user', async () => {
    await kept({ title: 'First' })
    await kept({ title: ' Second\r\n', audience: 'nobody' })
    expect(await findOwnDraft(writer)).toMatchObject({
      fields: { title: ' Second\r\n', audience: 'nobody' },
    })
    expect(await findOwnDraft(await holderOf('notifications:send'))).toBeNull()
    await discardDraft(writer)
    expect(await findOwnDraft(writer)).toBeNull()
  })

  it('keeps only its own fields, without characters the database cannot store', () => {
    expect(draftFieldsOf({ title: 'a\0b', body: '', intent: 'preview', draft_id: 'x' })).toEqual({
      title: 'ab',
    })
  })

  it('is deleted after it was abandoned', async () => {
    await kept()
    expect(await purgeDrafts(db(), NOW, 10)).toBe(0)
    expect(await purgeDrafts(db(), addSeconds(NOW, 1), 10)).toBe(1)
  })
})

describe('a draft preview', () => {
  it('shows the number of recipients, the channels and the time, and writes nothing', async () => {
    const [ada, bob] = [await insertUser(), await insertUser()]
    const people = `${ada.email.toUpperCase()},\n${bob.email}; ${ada.email}`
    const fields = { ...HELLO, audience: 'users', people, href: ' /dashboard ' }
    const at = { when: 'later', send_at: '2026-11-22T10:00', time_zone: 'Europe/Istanbul' }
    expect(await previewDraft(writer, { ...fields, ...at }, NOW)).toMatchObject({
      content: {
        title: 'Hello',
        channels: ['inbox', 'email'],
        href: '/dashboard',
        personal: false,
      },
      audience: { kind: 'users', user_count: 2 },
      total: 2,
      sendAt: new Date('2026-11-22T07:00:00.000Z'),
    })
    expect(await previewDraft(writer, HELLO, NOW)).toMatchObject({
      total: await db().user.count({ where: { status: 'active' } }),
      sendAt: null,
    })
    expect(await batches()).toBe(0)
  })

  it.each([
    [{ audience: '' }, 'audience', 'one_audience'],
    [{ audience: 'role' }, 'role', 'required'],
    [{ audience: 'role', role: 'nobodies' }, 'role', 'unknown_role'],
    [{ audience: 'users' }, 'people', 'required'],
    [{ channel_inbox: '', channel_email: '' }, 'channels', 'required'],
    [{ title: ' ' }, 'title', 'required'],
    [{ body: '' }, 'body', 'required'],
    [{ href: '//evil.example' }, 'href', 'invalid_path'],
    [{ template_id: newId() }, 'template_id', 'unknown_template'],
    [{ when: 'later' }, 'send_at', 'required'],
    [{ when: 'later', send_at: 'soon' }, 'send_at', 'no_time'],
    [{ when: 'later', send_at: '2026-11-21T11:00' }, 'send_at', 'no_sendable_time'],
    [{ when: 'later', send_at: '2028-01-01T00:00' }, 'send_at', 'no_sendable_time'],
  ])('reports the error at its field for %j', async (changed, field, code) => {
    expect(await faultsOf(changed)).toContainEqual({ field, code })
  })

  it('lists addresses without an account', async () => {
    const { email } = await insertUser()
    expect(await faultsOf({ audience: 'users', people: `${email} gone@example.com` })).toEqual([
      { field: 'people', code: 'unknown_people', named: 'gone@example.com' },
    ])
  })

  it('limits the number of addresses', async () => {
    const people = Array.from({ length: MAX_CHOSEN + 1 }, (_, i) => `p${i}@example.com`).join(' ')
    expect(await faultsOf({ audience: 'users', people })).toEqual([
      { field: 'people', code: 'too_many_people' },
    ])
  })

  it('hides whether an address has an account from actors who may not list users', async () => {
    const plain = await holderOf('notifications:send')
    const { email } = await insertUser()
    const fault = [{ field: 'people', code: 'may_not_look_up' }]
    expect(await faultsOf({ audience: 'users', people: email }, plain)).toEqual(fault)
    expect(await faultsOf({ audience: 'users', people: 'gone@example.com' }, plain)).toEqual(fault)
  })
})

describe('sending a draft', () => {
  it('sends what was previewed and deletes the draft', async () => {
    const sent = await sendDraft(writer, await kept(), ctx())
    expect(sent).toMatchObject({ ok: true, notification: { status: 'running', title: 'Hello' } })
    expect(await findOwnDraft(writer)).toBeNull()
  })

  it('refuses a draft that was changed, discarded or belongs to another user', async () => {
    const looked = await kept()
    await kept({ ...HELLO, title: 'Other' })
    expect(await sendDraft(writer, looked, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    const other = await holderOf('notifications:send')
    const changed = (await findOwnDraft(writer))!.id
    expect(await sendDraft(other, changed, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    await discardDraft(writer)
    expect(await sendDraft(writer, changed, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    expect(await batches()).toBe(0)
  })

  it('reports fields that have become invalid, keeps the draft and sends nothing', async () => {
    const id = await kept({ ...HELLO, when: 'later', send_at: '2026-11-21T11:00' })
    expect(await sendDraft(writer, id, ctx())).toMatchObject({
      faults: [{ code: 'no_sendable_time' }],
    })
    expect((await findOwnDraft(writer))?.id).toBe(id)
    expect(await batches()).toBe(0)
  })
})
