import { beforeAll, expect, it } from 'vitest'
import { removeContact } from '@/app/dashboard/contacts/actions'
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

async function remove(id: string, as: string) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const page = `${PATH}?status=read&cursor=abc&message=${id}`
  const fields = { intent: 'delete', contact_id: id }
  const headers = { cookie: cookieHeaderWith(null, session) }
  return submitAction(removeContact, { page, fields, headers })
}

it('deletes a message and leads back to the list, without JavaScript too', async () => {
  const id = await sent()
  const answer = await remove(id, (await holderOf('contacts:list', 'contacts:delete')).userId)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`${PATH}?status=read&cursor=abc`)
  expect(await db().contactMessage.count({ where: { id } })).toBe(0)
})

it('deletes nothing for a user who may only read messages', async () => {
  const id = await sent()
  const answer = await remove(id, (await holderOf('contacts:list')).userId)
  expect(answer.headers.get('location')).not.toBe(`${PATH}?status=read&cursor=abc`)
  expect(await db().contactMessage.count({ where: { id } })).toBe(1)
})
