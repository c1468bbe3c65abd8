import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { getProfile, updateProfile } from '@/lib/identity/account/profile'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { makeProfileField } from '@/tests/kit/make-profile-field'
import { principalOf } from '@/tests/kit/principal-of'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { openAvatar, removeAvatar, setAvatar } from '@/lib/uploads/avatar'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storage } from '@/lib/uploads/storage'
import { storeUpload } from '@/lib/uploads/store-upload'

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder(), UPLOADS_MAX_FILES: '1' })
  await syncCatalog(new Date())
})

const newUser = async () => principalOf((await insertUser()).id)
const png = async (width = 800, height = 600) =>
  receivedFile(await picture(width, height).png().toBuffer(), 'image/png', 'me.png')
const uploadsOf = ({ userId }: SessionPrincipal) => db().upload.count({ where: { userId } })
const ALWAYS = { ifNoneMatch: null, range: null, ifRange: null }

async function avatarOf(userId: string) {
  const opened = await openAvatar(userId, ALWAYS)
  if (!opened.ok) return opened.code
  const chunks: Buffer[] = []
  for await (const chunk of opened.file.stream! as AsyncIterable<Buffer>) chunks.push(chunk)
  const { width, height, format } = await sharp(Buffer.concat(chunks)).metadata()
  return { width, height, format }
}
const SQUARE = { width: 512, height: 512, format: 'webp' }

async function avatarUrlOf(principal: SessionPrincipal): Promise<string | null> {
  const profile = await getProfile(principal)
  return profile.ok ? profile.user.avatar_url : null
}

describe('an avatar', () => {
  it('can be set by every user for themselves, replaces the previous one and ignores the quota', async () => {
    const me = await newUser()
    expect(await avatarUrlOf(me)).toBeNull()
    await setAvatar(await png(), me, ctx())
    const first = await avatarUrlOf(me)
    expect(first).toContain(`/api/v1/users/${me.userId}/avatar?v=`)
    await setAvatar(await png(300, 900), me, ctx())
    expect(await avatarUrlOf(me)).not.toBe(first)
    expect(await avatarOf(me.userId)).toEqual(SQUARE)
    expect(await uploadsOf(me)).toBe(1)
    const records = await db().auditRecord.findMany({
      where: { actorId: me.userId },
      orderBy: { id: 'asc' },
    })
    expect(records.filter(({ action }) => action === 'profile.changed')).toMatchObject([
      { details: { fields: ['avatar'] } },
      { details: { fields: ['avatar'] } },
    ])
  })

  it('is not found for a user without one, nor for anything but an ID', async () => {
    const other = await newUser()
    expect(await avatarOf(other.userId)).toBe('not_found')
    expect(await avatarOf('x')).toBe('not_found')
  })

  it('is gone after it was removed', async () => {
    const me = await newUser()
    await setAvatar(await png(), me, ctx())
    await removeAvatar(me, ctx())
    await removeAvatar(me, ctx())
    expect([await avatarUrlOf(me), await uploadsOf(me), await avatarOf(me.userId)]).toEqual([
      null,
      0,
      'not_found',
    ])
  })

  it('disappears when its upload is deleted', async () => {
    const me = await newUser()
    await setAvatar(await png(), me, ctx())
    const { id } = await db().upload.findFirstOrThrow({ where: { userId: me.userId } })
    await deleteUpload({ id, userId: me.userId }, ctx())
    expect(await avatarUrlOf(me)).toBeNull()
  })

  it("stays unchanged if the new file isn't an image", async () => {
    const me = await newUser()
    await setAvatar(await png(), me, ctx())
    const before = await avatarUrlOf(me)
    for (const [text, type] of [
      ['hello', 'text/plain'],
      ['broken', 'image/png'],
      ['%PDF-1.7', 'application/pdf'],
    ] as const)
      expect(await setAvatar(receivedFile(text, type), me, ctx())).toEqual({
        ok: false,
        code: 'unsupported_media_type',
        detail: 'Send a JPEG, PNG, or WebP image.',
      })
    expect([await avatarUrlOf(me), await uploadsOf(me)]).toEqual([before, 1])
  })

  it('set twenty times at once leaves one upload', async () => {
    const me = await newUser()
    const file = await png(60, 60)
    await Promise.all(Array.from({ length: 20 }, () => setAvatar(file, me, ctx())))
    expect(await uploadsOf(me)).toBe(1)
    expect(await avatarOf(me.userId)).toEqual(SQUARE)
  })
})

describe('avatar_upload_id', () => {
  const uploaded = async (me: SessionPrincipal, purpose: 'file' | 'avatar', file = png()) => {
    const stored = await storeUpload(
      await file,
      { userId: me.userId, purpose, beyondQuota: true },
      ctx(),
    )
    if (!stored.ok) throw new Error(stored.code)
    return stored.upload.id
  }
  const choose = (me: SessionPrincipal, avatarUploadId: string | null) =>
    updateProfile(me, { name: 'Ada', avatarUploadId }, ctx())

  it('uses an uploaded avatar as is and any other image as a copy', async () => {
    const me = await newUser()
    const avatar = await uploaded(me, 'avatar')
    expect(await choose(me, avatar)).toMatchObject({ ok: true, user: { name: 'Ada' } })
    expect(await uploadsOf(me)).toBe(1)
    const image = await uploaded(me, 'file')
    await choose(me, image)
    expect(await avatarOf(me.userId)).toEqual(SQUARE)
    expect(
      await db().upload.findMany({ where: { userId: me.userId }, orderBy: { id: 'asc' } }),
    ).toMatchObject([{ id: image, purpose: 'file' }, { purpose: 'avatar' }])
    await choose(me, null)
    expect([await avatarUrlOf(me), await uploadsOf(me)]).toEqual([null, 1])
  })

  it.each([
    ['another user’s image', async () => uploaded(await newUser(), 'file')],
    [
      'a text file',
      async (me: SessionPrincipal) =>
        uploaded(me, 'file', Promise.resolve(receivedFile('hello', 'text/plain'))),
    ],
    ['an unknown upload', () => Promise.resolve('01890000-0000-7000-8000-000000000001')],
  ])('of %s is refused and changes nothing', async (_, upload) => {
    const me = await newUser()
    expect(await choose(me, await upload(me))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/avatar_upload_id' }],
    })
    expect(await getProfile(me)).toMatchObject({ user: { avatar_url: null, name: null } })
  })

  it('stays if the fields that come with another are refused for their size', async () => {
    const me = await newUser()
    await choose(me, await uploaded(me, 'avatar'))
    const before = await avatarUrlOf(me)
    const recorded = await db().auditRecord.count({ where: { targetId: me.userId } })
    const keys = await Promise.all(
      Array.from({ length: 9 }, () => makeProfileField({ max_length: 1000 })),
    )
    const profile = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(1000)]))
    const upload = await uploaded(me, 'avatar')
    const change = (fields: object) =>
      updateProfile(me, { avatarUploadId: upload, ...fields }, ctx())
    expect(await change({ profile })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/fields' }],
    })
    expect([await avatarUrlOf(me), await uploadsOf(me)]).toEqual([before, 2])
    // As a copy too, which is stored before the fields are refused.
    const image = await uploaded(me, 'file')
    const copied = { avatarUploadId: image, profile }
    expect(await updateProfile(me, copied, ctx())).toMatchObject({ code: 'validation_failed' })
    expect([await avatarUrlOf(me), await uploadsOf(me)]).toEqual([before, 3])
    expect(await db().auditRecord.count({ where: { targetId: me.userId } })).toBe(recorded)
    expect(await change({})).toMatchObject({ ok: true })
    expect(await avatarUrlOf(me)).not.toBe(before)
  })

  it('of an image that the storage has lost is refused and changes nothing', async () => {
    const me = await newUser()
    const id = await uploaded(me, 'file')
    const { storageKey } = await db().upload.findUniqueOrThrow({ where: { id } })
    await storage().remove(storageKey)
    expect(await choose(me, id)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/avatar_upload_id' }],
    })
    expect(await getProfile(me)).toMatchObject({ user: { avatar_url: null, name: null } })
  })
})
