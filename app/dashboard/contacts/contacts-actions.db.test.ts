import { beforeAll, expect, it } from 'vitest'
import { changeContactStatus, removeContact } from '@/app/dashboard/contacts/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const PATH = '/dashboard/contacts'
const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

async function sent(): Promise<string> {
  await sendContactMessage(LETTER, testContext())
  return (await db().contactMessage.findFirstOrThrow({ orderBy: { id: 'desc' } })).id
}

const rowOf = (id: string) => db().contactMessage.findUnique({ where: { id } })
const versionOf = async (id: string) => String((await rowOf(id))!.version)

async function post(
  action: typeof removeContact,
  { id, ...fields }: { id: string; version?: string; status?: string },
  as: string,
) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const page = `${PATH}?status=read&cursor=abc&message=${id}`
  const headers = { cookie: cookieHeaderWith(null, session) }
  const shown = { intent: 'delete', contact_id: id, version: await versionOf(id) }
  return submitAction(action, { page, fields: { ...shown, ...fields }, headers })
}

it('deletes a message and leads back to the list, without JavaScript too', async () => {
  const id = await sent()
  const { userId } = await holderOf('contacts:list', 'contacts:delete')
  const answer = await post(removeContact, { id }, userId)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`${PATH}?status=read&cursor=abc`)
  expect(await rowOf(id)).toBeNull()
})

it('deletes nothing for a user who may only read messages', async () => {
  const id = await sent()
  const answer = await post(removeContact, { id }, (await holderOf('contacts:list')).userId)
  expect(answer.headers.get('location')).not.toBe(`${PATH}?status=read&cursor=abc`)
  expect(await rowOf(id)).not.toBeNull()
})

it('neither deletes nor moves a message that someone else has handled meanwhile', async () => {
  const id = await sent()
  const version = await versionOf(id)
  const { userId } = await holderOf('contacts:list', 'contacts:delete')
  expect((await post(changeContactStatus, { id, status: 'archived' }, userId)).status).toBe(303)
  const before = await rowOf(id)
  expect(before).toMatchObject({ status: 'archived' })
  expect((await post(removeContact, { id, version }, userId)).status).toBe(412)
  const moved = await post(changeContactStatus, { id, version, status: 'read' }, userId)
  expect(moved.status).toBe(412)
  expect(await rowOf(id)).toEqual(before)
})
