import { beforeAll, expect, it } from 'vitest'
import { sendMessage } from '@/app/contact/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const LETTER = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'Please find attached.',
}

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder(), APP_BASE_URL: 'http://localhost:3000' })
  await syncCatalog(new Date())
})

async function post(content: string | null, as: string | null, fields: object = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...LETTER, ...fields }))
    form.set(name, String(value))
  form.set(
    'file',
    new File([content ?? ''], content === null ? '' : 'notes.txt', { type: 'text/plain' }),
  )
  const session = as && (await makeSession(as, testContext({ surface: 'web' })))
  const headers: Record<string, string> = session ? { cookie: cookieHeaderWith(null, session) } : {}
  const answer = await submitAction(sendMessage, { page: '/contact', fields: form, headers })
  return { status: answer.status, to: answer.headers.get('location') }
}

const written = () =>
  Promise.all([
    db().contactMessage.count(),
    db().upload.count({ where: { status: 'stored' } }),
    db().job.count({ where: { kind: { not: 'mail' } } }),
  ])

it('the contact form stores a file from a user with uploads:create along with the message', async () => {
  const { userId } = await holderOf('uploads:create')
  expect(await post('hello', userId)).toEqual({ status: 303, to: '/contact' })
  const message = await db().contactMessage.findFirstOrThrow({
    orderBy: { id: 'desc' },
    include: { attachments: { include: { upload: true } } },
  })
  expect(message).toMatchObject({
    ...LETTER,
    attachments: [
      { upload: { userId, purpose: 'attachment', status: 'stored', fileName: 'notes.txt' } },
    ],
  })
})

it('accepts a message without a file from anyone', async () => {
  const before = await db().contactMessage.count()
  expect(await post(null, null)).toEqual({ status: 303, to: '/contact' })
  expect(await db().contactMessage.count()).toBe(before + 1)
})

it('refuses a file without a session or without the permission, and stores no part of the message', async () => {
  const others = permissionCatalog
    .map(({ name }) => name)
    .filter((name) => name !== 'uploads:create')
  const { userId } = await holderOf(...others)
  const before = await written()
  expect(await post('hello', null)).toMatchObject({
    status: 303,
    to: '/auth/login?next=%2Fcontact',
  })
  expect((await post('hello', userId)).status).toBe(403)
  expect(await written()).toEqual(before)
})

it('stores neither message nor file when one of them is refused', async () => {
  const { userId } = await holderOf('uploads:create')
  const before = await written()
  expect((await post('\0\x01\x02', userId)).status).toBe(415)
  expect((await post('hello', userId, { email: 'nobody' })).status).toBe(422)
  expect(await written()).toEqual(before)
})
