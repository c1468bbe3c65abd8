import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { contactNoticeJob, queueContactNotice } from '@/lib/messaging/contacts/contact.jobs'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { runDueJobs } from '@/tests/kit/jobs'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

it('archives a message once under twenty concurrent requests', async () => {
  const actors = await Promise.all(Array.from({ length: 20 }, () => holderOf('contacts:list')))
  await sendContactMessage(LETTER, ctx())
  const { id } = await db().contactMessage.findFirstOrThrow()
  const results = await Promise.all(
    actors.map((actor) => setContactStatus(actor, { contactId: id, status: 'archived' }, ctx())),
  )
  const { handledById } = await db().contactMessage.findUniqueOrThrow({ where: { id } })
  expect(handledById).not.toBeNull()
  for (const result of results)
    expect(result).toMatchObject({
      ok: true,
      contact: { status: 'archived', handled_by: handledById },
    })
  expect(await db().auditRecord.findMany({ where: { targetId: id } })).toMatchObject([
    { actorId: handledById },
  ])
})

it('notifies each reader once when twenty workers process one message', async () => {
  await db().job.deleteMany()
  await db().inboxItem.deleteMany()
  const readers = await db().user.count()
  const { id } = await db().contactMessage.findFirstOrThrow()
  for (let i = 0; i < 20; i++)
    await queueContactNotice(db(), { contactId: id, after: null }, ctx().now)
  // Jobs that found the pool busy are retried later, as in production.
  for (let hour = 1; (await db().job.count()) > 0; hour++)
    await runDueJobs([contactNoticeJob], addSeconds(ctx().now, hour * 3600), 20)
  expect(await db().inboxItem.count()).toBe(readers)
})
