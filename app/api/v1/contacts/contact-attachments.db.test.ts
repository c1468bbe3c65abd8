import { beforeAll, describe, expect, it } from 'vitest'
import * as contact from '@/app/api/v1/contact/route'
import * as list from '@/app/api/v1/contacts/route'
import * as upload from '@/app/api/v1/uploads/[id]/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { openAttachment } from '@/lib/messaging/contacts/contact-messages'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { receivedFile } from '@/tests/kit/upload-files'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import type { UploadPurpose } from '@/lib/uploads/upload.schemas'

const folder = temporaryFolder()
const ORIGIN = 'http://localhost:3000'
const LETTER = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'Please find attached.',
}
const UNCONDITIONAL = { ifNoneMatch: null, range: null, ifRange: null }

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: folder, APP_BASE_URL: ORIGIN })
  await syncCatalog(new Date())
})

const sender = async () => (await holderOf('uploads:create')).userId
const written = () =>
  Promise.all([
    db().contactMessage.count(),
    db().contactAttachment.count(),
    db().job.count({ where: { kind: { not: 'mail' } } }),
  ])

async function file(userId: string, purpose: UploadPurpose = 'attachment'): Promise<string> {
  const stored = await storeUpload(
    receivedFile('hello', 'text/plain', 'notes.txt'),
    { userId, purpose },
    ctx(),
  )
  if (!stored.ok) throw new Error(stored.code)
  return stored.upload.id
}

async function call(
  handler: RouteHandler,
  by: { url?: string; as?: string; token?: string; body?: object },
) {
  const { url = `${ORIGIN}/api/v1/contacts?limit=1`, as, body } = by
  const token = as ? (await makeSession(as, ctx())).accessToken : by.token
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (token) headers.authorization = `Bearer ${token}`
  const init = {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }
  const id = new URL(url).pathname.split('/').at(-1)!
  return handler(new Request(url, init), { params: Promise.resolve({ id }) })
}

async function send(attachment_upload_ids: unknown, by: { as?: string; token?: string } = {}) {
  const answer = await call(contact.POST, { body: { ...LETTER, attachment_upload_ids }, ...by })
  return { status: answer.status, body: (await answer.json()) as object }
}

interface Attachment {
  id: string
  url: string
}

/** The attachments of the newest message, as a reader of contact messages sees them. */
async function shown(): Promise<Attachment[]> {
  const reader = await holderOf('contacts:list')
  const answer = await call(list.GET, { as: reader.userId })
  const { data } = (await answer.json()) as { data: { attachments: Attachment[] }[] }
  return data[0]!.attachments
}

describe('attaching files to a contact message', () => {
  it('requires uploads:create, and gives readers the files with working links', async () => {
    const userId = await sender()
    const ids = [await file(userId), await file(userId, 'file')]
    expect(await send([...ids, ids[0]!.toUpperCase()], { as: userId })).toMatchObject({
      status: 202,
    })
    const attachments = await shown()
    expect(attachments).toEqual(
      ids.map((id) => ({
        id,
        file_name: 'notes.txt',
        content_type: 'text/plain',
        size: 5,
        url: expect.stringContaining(`/api/v1/uploads/${id}?expires=`) as string,
      })),
    )
    const opened = await call(upload.GET, { url: attachments[0]!.url })
    expect([opened.status, await opened.text()]).toEqual([200, 'hello'])
  })

  it('is refused without a session, with an invalid token and without the permission', async () => {
    const userId = await sender()
    const ids = [await file(userId)]
    const others = permissionCatalog
      .map(({ name }) => name)
      .filter((name) => name !== 'uploads:create')
    const stranger = (await holderOf(...others)).userId
    const before = await written()
    expect(await send(ids)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    expect(await send(ids, { token: 'x.y.z' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    })
    expect(await send(ids, { as: stranger })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permission', required_permission: 'uploads:create' },
    })
    expect(await written()).toEqual(before)
  })

  it('accepts only stored files of the sender: names the rejected one and stores nothing', async () => {
    const userId = await sender()
    const own = await file(userId)
    const foreign = await file(await sender())
    const logo = await file(userId, 'file')
    await db().upload.update({ where: { id: logo }, data: { purpose: 'logo' } })
    const deleted = await file(userId)
    await deleteUpload({ id: deleted, userId }, ctx())
    const pending = await file(userId)
    await db().upload.update({ where: { id: pending }, data: { status: 'pending' } })
    const before = await written()
    for (const id of [foreign, logo, deleted, pending, newId()])
      expect(await send([own, id], { as: userId })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/attachment_upload_ids/1', code: 'unknown_file' }] },
      })
    expect(await written()).toEqual(before)
  })

  it.each([[['x']], ['x'], [{}], [[null]], [Array.from({ length: 4 }, newId)]])(
    'refuses %j',
    async (ids) => {
      const before = await written()
      expect(await send(ids, { as: await sender() })).toMatchObject({ status: 422 })
      expect(await written()).toEqual(before)
    },
  )

  it('needs no session when the list is empty', async () => {
    expect(await send([])).toMatchObject({ status: 202 })
    expect(await send(undefined, { token: 'x.y.z' })).toMatchObject({ status: 202 })
    expect(await shown()).toEqual([])
  })
})

describe('an attached file', () => {
  it('disappears from the message when its owner deletes it', async () => {
    const userId = await sender()
    const [gone, kept] = [await file(userId), await file(userId)]
    await send([gone, kept], { as: userId })
    await deleteUpload({ id: gone, userId }, ctx())
    expect((await shown()).map(({ id }) => id)).toEqual([kept])
    expect(await openAttachment(gone, UNCONDITIONAL)).toMatchObject({ code: 'not_found' })
  })

  it("is deleted with its owner's account, while the message stays", async () => {
    const userId = await sender()
    const id = await file(userId)
    await send([id], { as: userId })
    const [{ url }] = (await shown()) as [Attachment]
    const admin = await principalOf((await insertAdministrator()).id)
    expect(await changeUserStatus(admin, { userId, move: 'delete' }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await shown()).toEqual([])
    expect((await call(upload.GET, { url })).status).toBe(404)
    expect(await openAttachment(id, UNCONDITIONAL)).toMatchObject({ code: 'not_found' })
  })

  it('is the only kind of upload that readers of messages can open', async () => {
    const userId = await sender()
    const [attached, other] = [await file(userId), await file(userId)]
    await send([attached], { as: userId })
    const opened = await openAttachment(attached, UNCONDITIONAL)
    expect(opened.ok && (await opened.file.stream!.toArray()).join('')).toBe('hello')
    for (const id of [other, newId(), 'x'])
      expect(await openAttachment(id, UNCONDITIONAL)).toMatchObject({ code: 'not_found' })
  })
})
