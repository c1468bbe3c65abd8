import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { startS3StandIn } from '@/tests/kit/stand-ins/s3-stand-in'
import { stored, TEXT } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { PDF, picture, receivedFile } from '@/tests/kit/upload-files'
import { inDecodingTurn } from '@/lib/uploads/decoding-turn'
import { deleteUpload, eraseUploadsOf } from '@/lib/uploads/delete-upload'
import { listUploads } from '@/lib/uploads/list-uploads'
import { openUpload } from '@/lib/uploads/open-upload'
import { ABANDONED_SECONDS, removeDeleted } from '@/lib/uploads/remove-deleted'
import { newStorageKey, storage } from '@/lib/uploads/storage'
import { storeUpload } from '@/lib/uploads/store-upload'
import { sweepUploads } from '@/lib/uploads/upload.jobs'
import { reserveUpload } from '@/lib/uploads/upload.store'

const folder = temporaryFolder()
const WITHIN_MS = 10_000
let s3: Awaited<ReturnType<typeof startS3StandIn>>

useTestDatabase()
beforeAll(async () => {
  use()
  await syncCatalog(new Date())
  s3 = await startS3StandIn()
})
afterAll(() => s3.close())
beforeEach(() => use())

const use = (env: Record<string, string> = {}) => useSettings({ DATA_DIR: folder, ...env })
const owner = async () => (await insertUser()).id
const objects = () =>
  readdirSync(`${folder}/uploads/objects`, { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  ).length
const rowsOf = (userId: string) => db().upload.count({ where: { userId } })
const recordsOf = (actorId: string) =>
  db().auditRecord.findMany({ where: { actorId, targetType: 'upload' }, orderBy: { id: 'asc' } })

async function contentOf(by: { id: string; userId?: string }): Promise<string | null> {
  const opened = await openUpload(by)
  if (!opened.ok) return null
  const chunks: Buffer[] = []
  for await (const chunk of opened.file.stream! as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The uploads in the order in which they are stored from now on. */
function recordStoring() {
  const order: { userId: string | null; contentType: string }[] = []
  const kept = storage()
  const put = kept.put.bind(kept)
  vi.spyOn(kept, 'put').mockImplementation(async (...file) => {
    order.push(await db().upload.findFirstOrThrow({ where: { storageKey: file[0] } }))
    await put(...file)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return order
}

describe('an upload', () => {
  it('is stored, listed for its owner only, and audited', async () => {
    const [userId, other] = [await owner(), await owner()]
    const { id } = await stored(
      userId,
      receivedFile(PDF, 'application/pdf', '../../a\u202e\0b.pdf'),
    )
    expect(await contentOf({ id, userId })).toBe(PDF)
    expect(await contentOf({ id, userId: other })).toBeNull()
    expect(await listUploads(userId, { limit: 10 })).toMatchObject({
      uploads: [{ id, name: 'ab.pdf', content_type: 'application/pdf', size: PDF.length }],
    })
    expect(await listUploads(other, { limit: 10 })).toMatchObject({ uploads: [] })
    expect(await recordsOf(userId)).toMatchObject([
      { action: 'upload.created', targetId: id, outcome: 'ok' },
    ])
  })

  it('is deleted once, by its owner only, with its bytes and its links', async () => {
    const [userId, other] = [await owner(), await owner()]
    const { id } = await stored(userId)
    const before = objects()
    expect(await deleteUpload({ id, userId: other }, ctx())).toMatchObject({ code: 'not_found' })
    expect(objects()).toBe(before)
    expect(await deleteUpload({ id, userId }, ctx())).toEqual({ ok: true })
    expect([objects(), await rowsOf(userId), await contentOf({ id })]).toEqual([
      before - 1,
      0,
      null,
    ])
    expect(await deleteUpload({ id, userId }, ctx())).toMatchObject({ code: 'not_found' })
    expect((await recordsOf(userId)).map(({ action }) => action)).toEqual([
      'upload.created',
      'upload.deleted',
    ])
  })

  it.each([
    ['an empty file', receivedFile('', 'text/plain'), 'validation_failed'],
    ['HTML', receivedFile('<html>', 'text/html'), 'unsupported_media_type'],
    [
      'a file over 10 MiB',
      receivedFile(Buffer.alloc(10_485_761, 'a'), 'text/plain'),
      'payload_too_large',
    ],
  ])('of %s is refused without storing or writing anything', async (_, file, code) => {
    const userId = await owner()
    const before = objects()
    expect(await storeUpload(file, { userId, purpose: 'file' }, ctx())).toMatchObject({
      ok: false,
      code,
    })
    expect([objects(), await rowsOf(userId), await recordsOf(userId)]).toEqual([before, 0, []])
  })

  it('waits its turn behind one of another user, not behind all of them', async () => {
    const [mallory, victim] = [await owner(), await owner()]
    const order = recordStoring()
    const send = (userId: string) => storeUpload(TEXT, { userId, purpose: 'file' }, ctx())
    const flood = Array.from({ length: 16 }, () => send(mallory))
    expect((await Promise.all([...flood, send(victim)])).every(({ ok }) => ok)).toBe(true)
    // At most two are processed at once, and one more of the other user has its turn before.
    expect(order.findIndex(({ userId }) => userId === victim)).toBeLessThan(5)
  })

  it('waits for no image of another user that waits for its decoding turn', async () => {
    const [mallory, victim] = [await owner(), await owner()]
    const photo = await picture(4000, 3000).withMetadata({ orientation: 6 }).png().toBuffer()
    let release!: () => void
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const busy = inDecodingTurn(() => isReleased, mallory)
    const image = receivedFile(photo, 'image/png')
    const images = Array.from({ length: 2 }, () =>
      storeUpload(image, { userId: mallory, purpose: 'file' }, ctx()),
    )
    const text = await storeUpload(TEXT, { userId: victim, purpose: 'file' }, ctx())
    expect(text.ok).toBe(true)
    expect(await rowsOf(mallory)).toBe(0)
    release()
    await busy
    expect((await Promise.all(images)).every(({ ok }) => ok)).toBe(true)
  })

  it('with its decoding turn does not wait behind the other files of its user', async () => {
    const userId = await owner()
    const photo = await picture(4000, 3000).withMetadata({ orientation: 6 }).png().toBuffer()
    const order = recordStoring()
    const files = [receivedFile(photo, 'image/png'), ...Array.from({ length: 16 }, () => TEXT)]
    await Promise.all(files.map((file) => storeUpload(file, { userId, purpose: 'file' }, ctx())))
    expect(order.findIndex(({ contentType }) => contentType === 'image/png')).toBeLessThan(12)
  })

  it('as an avatar must be an image', async () => {
    const refused = await storeUpload(TEXT, { userId: await owner(), purpose: 'avatar' }, ctx())
    expect(refused).toMatchObject({ code: 'unsupported_media_type' })
  })

  it('that fails to be stored leaves nothing behind and takes no quota', async () => {
    const userId = await owner()
    use({ ...s3.env, UPLOADS_MAX_FILES: '1' })
    s3.state.mode = 'fail'
    await expect(storeUpload(TEXT, { userId, purpose: 'file' }, ctx())).rejects.toMatchObject({
      refusal: { code: 'unavailable' },
    })
    expect(await recordsOf(userId)).toEqual([])
    s3.state.mode = 'work'
    await stored(userId)
    await sweepUploads(addSeconds(new Date(), ABANDONED_SECONDS + 1), { alone: false })
    expect([await rowsOf(userId), s3.objects.size]).toEqual([1, 1])
  })

  it('that failed leaves nothing behind even if the storage completes it later', async () => {
    const userId = await owner()
    use(s3.env)
    s3.state.mode = 'fail'
    await expect(storeUpload(TEXT, { userId, purpose: 'file' }, ctx())).rejects.toThrow()
    s3.state.mode = 'work'
    const { storageKey } = await db().upload.findFirstOrThrow({ where: { userId } })
    await deleteUpload(await stored(userId).then(({ id }) => ({ id, userId })), ctx())
    const before = s3.objects.size
    await storage().put(storageKey, Buffer.from('late'), 'text/plain')
    for (const [seconds, left] of [
      [60, 1],
      [ABANDONED_SECONDS + 1, 0],
    ] as const) {
      await sweepUploads(addSeconds(new Date(), seconds), { alone: false })
      expect([await rowsOf(userId), s3.objects.size]).toEqual([left, before + left])
    }
  })
})

describe('the quota', () => {
  it('leaves no bytes if its owner is erased while they are stored', async () => {
    const userId = await owner()
    const [before, kept] = [objects(), storage()]
    const put = kept.put.bind(kept)
    vi.spyOn(kept, 'put').mockImplementationOnce(async (...file) => {
      await inTransaction((tx) => eraseUploadsOf(tx, userId, new Date()))
      await removeDeleted({})
      await db().user.delete({ where: { id: userId } })
      await put(...file)
    })
    const refused = await storeUpload(TEXT, { userId, purpose: 'file' }, ctx())
    expect(refused).toMatchObject({ code: 'session_revoked' })
    expect(objects()).toBe(before)
  })

  it('leaves no bytes if an erasure removed them before they were there', async () => {
    const userId = await owner()
    const [before, kept] = [objects(), storage()]
    const [put, remove] = [kept.put.bind(kept), kept.remove.bind(kept)]
    let [isRemoved, goOn] = [false, () => {}]
    const storing = new Promise<void>((resolve) => (goOn = resolve))
    vi.spyOn(kept, 'remove').mockImplementationOnce(async (key) => {
      await remove(key)
      isRemoved = true
      await storing
    })
    vi.spyOn(kept, 'put').mockImplementationOnce(async (...file) => {
      await inTransaction((tx) => eraseUploadsOf(tx, userId, new Date()))
      await db().user.delete({ where: { id: userId } })
      await until('its bytes are removed', WITHIN_MS, () => isRemoved)
      await put(...file)
    })
    const refused = await storeUpload(TEXT, { userId, purpose: 'file' }, ctx())
    goOn()
    const rows = () => db().upload.count({ where: { status: 'deleting' } })
    await until('its row is deleted', WITHIN_MS, async () => (await rows()) === 0)
    expect(refused).toMatchObject({ code: 'session_revoked' })
    expect(objects()).toBe(before)
  })

  it('counts files', async () => {
    const userId = await owner()
    use({ UPLOADS_MAX_FILES: '2' })
    const [first] = [await stored(userId), await stored(userId)]
    const before = objects()
    expect(await storeUpload(TEXT, { userId, purpose: 'file' }, ctx())).toMatchObject({
      code: 'quota_exceeded',
    })
    expect(objects()).toBe(before)
    await deleteUpload({ id: first.id, userId }, ctx())
    await stored(userId)
  })

  it('counts bytes exactly', async () => {
    const userId = await owner()
    use({ UPLOADS_QUOTA_BYTES: '10' })
    await stored(userId)
    const six = receivedFile('sixsix', 'text/plain')
    expect(await storeUpload(six, { userId, purpose: 'file' }, ctx())).toMatchObject({
      code: 'quota_exceeded',
    })
    await stored(userId)
    expect(await storeUpload(TEXT, { userId, purpose: 'file' }, ctx())).toMatchObject({
      code: 'quota_exceeded',
    })
  })

  it('is separate for each user', async () => {
    use({ UPLOADS_MAX_FILES: '1' })
    await stored(await owner())
    await stored(await owner())
  })
})

describe('the sweep after a crash', () => {
  const abandoned = async (userId: string, at: Date) => {
    const row = {
      ...(await stored(userId)),
      id: crypto.randomUUID(),
      storageKey: newStorageKey(),
      createdAt: at,
    }
    await inTransaction((tx) => reserveUpload(tx, row, null))
  }

  it('removes old unfinished uploads and keeps uploads in progress', async () => {
    const userId = await owner()
    await abandoned(userId, addSeconds(new Date(), -601))
    await abandoned(userId, addSeconds(new Date(), -500))
    await sweepUploads(new Date(), { alone: false })
    expect(
      await db().upload.groupBy({ by: 'status', where: { userId }, _count: true }),
    ).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ status: 'pending', _count: 1 })]),
    )
    await sweepUploads(addSeconds(new Date(), 1), { alone: true })
    expect(await db().upload.count({ where: { userId, status: { not: 'stored' } } })).toBe(0)
    expect(await db().upload.count({ where: { userId, status: 'stored' } })).toBe(2)
  })

  it('removes bytes that could not be removed at the time', async () => {
    const userId = await owner()
    use(s3.env)
    const { id } = await stored(userId)
    const before = s3.objects.size
    s3.state.mode = 'fail'
    expect(await deleteUpload({ id, userId }, ctx())).toEqual({ ok: true })
    expect([await contentOf({ id, userId }), s3.objects.size]).toEqual([null, before])
    s3.state.mode = 'work'
    await sweepUploads(new Date(), { alone: false })
    expect([await rowsOf(userId), s3.objects.size]).toEqual([0, before - 1])
  })
})

describe('the account status', () => {
  it('deletes all files with the account and audits how many there were', async () => {
    const admin = await principalOf((await insertAdministrator()).id)
    const userId = await owner()
    await stored(userId)
    const { id } = await stored(userId)
    const before = objects()
    const moved = await changeUserStatus(admin, { move: 'delete', userId }, ctx())
    expect(moved).toMatchObject({ ok: true })
    expect(await contentOf({ id })).toBeNull()
    await until('its files are gone', WITHIN_MS, async () => (await rowsOf(userId)) === 0)
    expect(objects()).toBe(before - 2)
    const record = await db().auditRecord.findFirst({
      where: { action: 'user.deleted', targetId: userId },
    })
    expect(record?.details).toMatchObject({ files_deleted: 2 })
    expect(await storeUpload(TEXT, { userId, purpose: 'file' }, ctx())).toMatchObject({
      code: 'session_revoked',
    })
    expect(objects()).toBe(before - 2)
  })

  it('hides all files of a deactivated account until it is active again', async () => {
    const admin = await principalOf((await insertAdministrator()).id)
    const userId = await owner()
    const { id } = await stored(userId)
    await changeUserStatus(admin, { move: 'deactivate', userId }, ctx())
    expect(await contentOf({ id })).toBeNull()
    await changeUserStatus(admin, { move: 'activate', userId }, ctx())
    expect(await contentOf({ id })).toBe('hello')
  })
})
