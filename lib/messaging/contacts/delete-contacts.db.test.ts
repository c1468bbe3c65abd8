import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { deleteContact, setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { contactNoticeJob, purgeContacts } from '@/lib/messaging/contacts/contact.jobs'
import { purgeArchivedContacts } from '@/lib/messaging/contacts/contacts.store'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { runDueJobs } from '@/tests/kit/jobs'
import { stored } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let actor: Principal
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  await syncCatalog(new Date())
  actor = await holderOf('contacts:list', 'contacts:delete')
})
beforeEach(async () => {
  await db().contactMessage.deleteMany()
  await db().inboxItem.deleteMany()
})

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }
const YEAR = 365 * 86_400
const START = new Date()

async function sent(files: { userId: string; uploadIds: string[] } | null = null) {
  expect(await sendContactMessage({ ...LETTER, files }, ctx())).toEqual({ ok: true })
  const { id } = await db().contactMessage.findFirstOrThrow({ orderBy: { id: 'desc' } })
  while ((await runDueJobs([contactNoticeJob], addSeconds(new Date(), 1))) > 0);
  return id
}
async function archived(days: number) {
  const id = await sent()
  const now = addSeconds(START, days * 86_400)
  await setContactStatus(actor, { contactId: id, status: 'archived' }, ctx({ now }))
  return id
}
const ids = async () => (await db().contactMessage.findMany()).map(({ id }) => id).sort()

describe('deleting a contact message', () => {
  it('removes it and the inbox items about it, and leaves others', async () => {
    const [gone, kept] = [await sent(), await sent()]
    expect(await deleteContact(actor, { contactId: gone }, ctx())).toEqual({ ok: true })
    expect(await ids()).toEqual([kept])
    expect(await db().inboxItem.findMany()).toMatchObject([
      { href: `/dashboard/contacts?message=${kept}` },
    ])
    expect(await deleteContact(actor, { contactId: gone }, ctx())).toMatchObject({
      code: 'not_found',
    })
  })

  it('tells the live connections of those whose inboxes it changes', async () => {
    const gone = await sent()
    const items = await db().inboxItem.findMany({ select: { id: true, userId: true } })
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => void heard.push(message)))
    await deleteContact(actor, { contactId: gone }, ctx())
    const changes = items.map(({ id, userId }) => ({ userId, itemId: id, reason: 'deleted' }))
    expect(items.length).toBeGreaterThan(0)
    expect(heard).toContainEqual(
      expect.objectContaining({ type: 'inbox.changed', changes: expect.arrayContaining(changes) }),
    )
  })

  it('is audited once, without anything that the sender wrote', async () => {
    const id = await sent()
    await deleteContact(actor, { contactId: id }, ctx())
    await deleteContact(actor, { contactId: id }, ctx())
    const records = await db().auditRecord.findMany({ where: { targetId: id } })
    expect(records).toMatchObject([
      { action: 'contact.deleted', actorId: actor.userId, outcome: 'ok' },
    ])
    expect(JSON.stringify(records)).not.toMatch(/Ada|ada@example|Hello/)
  })

  it('leaves an attached file to its owner, whose readers can no longer open it', async () => {
    const { userId } = await holderOf('uploads:create')
    const upload = await stored(userId)
    const id = await sent({ userId, uploadIds: [upload.id] })
    await deleteContact(actor, { contactId: id }, ctx())
    expect(await db().contactAttachment.count()).toBe(0)
    expect(await db().upload.findUnique({ where: { id: upload.id } })).toMatchObject({
      status: 'stored',
      userId,
    })
  })

  it.each([newId(), 'nonsense', ''])('refuses the unknown message %j', async (id) => {
    expect(await deleteContact(actor, { contactId: id }, ctx())).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('an archived message', () => {
  it('is deleted a year after it was archived, with its inbox items, and no other is', async () => {
    const [early, late] = [await archived(0), await archived(10)]
    const fresh = await sent()
    await purgeContacts.run(addSeconds(START, YEAR - 1))
    expect(await ids()).toEqual([early, late, fresh].sort())
    await purgeContacts.run(addSeconds(START, YEAR))
    expect(await ids()).toEqual([late, fresh].sort())
    expect(await db().inboxItem.count()).toBe(2)
    await purgeContacts.run(addSeconds(START, 9 * YEAR))
    expect(await ids()).toEqual([fresh])
  })

  it('is deleted in batches, those archived longest ago first', async () => {
    const all = [await archived(2), await archived(0), await archived(1)]
    const purge = () => inTransaction((tx) => purgeArchivedContacts(tx, addSeconds(START, YEAR), 2))
    expect(await purge()).toBe(2)
    expect(await ids()).toEqual([all[0]])
    expect([await purge(), await purge()]).toEqual([1, 0])
  })

  it('stays if it was marked as new or read since', async () => {
    const id = await archived(0)
    await setContactStatus(actor, { contactId: id, status: 'read' }, ctx({ now: START }))
    await purgeContacts.run(addSeconds(START, 9 * YEAR))
    expect(await ids()).toEqual([id])
  })
})
