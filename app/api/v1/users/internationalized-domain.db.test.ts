import { beforeAll, beforeEach, expect, it } from 'vitest'
import * as login from '@/app/api/v1/auth/login/route'
import * as register from '@/app/api/v1/auth/register/route'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import { auditFilterQuery } from '@/lib/audit/audit.schemas'
import { mailRequest } from '@/lib/messaging/mail/mails'
import { db } from '@/lib/platform/db/database'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { callUserRoute, insertHolder } from '@/tests/kit/user-routes'
import { findUserForOperator } from '@/lib/users/get-user'
import { readImportFile } from '@/lib/users/import/read-import-file'

const ASCII = 'ada@xn--bcher-kva.example'
const SPELLINGS = [ASCII, 'Ada@Bücher.example', 'ada@BU\u0308CHER.example']

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().user.deleteMany())

const post = (handler: typeof login.POST, body: object) =>
  callUserRoute(handler, { method: 'POST', body })

it('every spelling of an address signs in to its account, and finds it', async () => {
  const { id } = await makeUser({ email: ASCII })
  const as = await insertHolder('users:list')
  for (const email of SPELLINGS) {
    expect((await post(login.POST, { email, password: PASSWORD })).body).toMatchObject({
      user: { id, email: ASCII },
    })
    const query = `?query=${encodeURIComponent(email)}`
    expect((await callUserRoute(users.GET, { query, as })).body).toMatchObject({ data: [{ id }] })
    expect(await findUserForOperator(email)).toMatchObject({ user: { id } })
    expect(auditFilterQuery.parse({ actor: email })).toEqual({ actor: ASCII })
  }
})

it('no spelling of a taken address opens another account', async () => {
  await makeUser({ email: ASCII })
  const as = await insertHolder('users:activate')
  const before = await db().user.count()
  for (const email of SPELLINGS) {
    expect((await post(register.POST, { email, password: PASSWORD })).status).toBe(202)
    expect(await callUserRoute(users.POST, { method: 'POST', body: { email }, as })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  }
  expect(await db().user.count()).toBe(before)
})

it('an import refuses the second spelling of an address', async () => {
  const rows = await readImportFile('csv', Buffer.from(['email', ...SPELLINGS].join('\n')))
  expect(rows.map(({ email, code }) => [email, code])).toEqual([
    [ASCII, null],
    [ASCII, 'duplicate_row'],
    [ASCII, 'duplicate_row'],
  ])
})

it.each([
  'jürgen@example.org',
  'jürgen@bücher.example',
  'ada@exam\u00adple.org',
  'ada@\uff45xample.org',
  'ada@boo\u212a.example',
  'ada@\u2100.example',
  'ada@bücher',
])('the address %s opens no account', async (email) => {
  expect(await post(register.POST, { email, password: PASSWORD })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/email' }] },
  })
  expect(await db().user.count()).toBe(0)
})

it('a domain that decodes to the one of someone else gets no account, and an existing one still signs in', async () => {
  const { id, email } = await makeUser({ email: 'ada@xn--example-.com' })
  const as = await insertHolder('users:activate')
  const before = await db().user.count()
  const asked = { email: 'eve@xn--example-.com' }
  const refused = { status: 422, body: { errors: [{ pointer: '/email', code: 'invalid_email' }] } }
  expect(await post(register.POST, { ...asked, password: PASSWORD })).toMatchObject(refused)
  expect(await callUserRoute(users.POST, { method: 'POST', body: asked, as })).toMatchObject(
    refused,
  )
  expect(await db().user.count()).toBe(before)
  expect((await post(login.POST, { email, password: PASSWORD })).body).toMatchObject({
    user: { id, email },
  })
  expect(mailRequest.parse({ mail: 'reset_password', email })).toMatchObject({ email })
})
