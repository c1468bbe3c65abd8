import { readdirSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { maxAgeOf } from '@/lib/identity/sign-in/protected-acts'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { brandArea, changeLogo } from '@/lib/settings/brand-area'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { useRoleStage } from '@/tests/kit/role-stage'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { PDF, picture, receivedFile } from '@/tests/kit/upload-files'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { openUpload } from '@/lib/uploads/open-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { listUploadRows } from '@/lib/uploads/upload.store'

const stage = useRoleStage()
const folder = temporaryFolder()
let admin: SessionPrincipal
let keeper: SessionPrincipal
beforeAll(() => void ({ admin, keeper } = stage))
beforeEach(async () => {
  useSettings({ DATA_DIR: folder })
  await db().storedSetting.deleteMany()
  await reloadSettings()
})

const image = async () =>
  receivedFile(await picture(300, 100).png().toBuffer(), 'image/png', 'logo.png')

const change = (
  file: ReceivedFile | null,
  {
    background = 'light',
    by = admin,
  }: { background?: 'light' | 'dark'; by?: SessionPrincipal } = {},
) => changeLogo(by, { background, file, password: undefined }, ctx())

/** The uploads, and the names of the stored files. */
async function kept() {
  const uploads = await db().upload.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return { ids: uploads.map(({ id }) => id), files: files.map(({ name }) => name).sort() }
}

describe('a logo that is', () => {
  beforeEach(async () => {
    await change(null, { background: 'light' })
    await db().upload.deleteMany()
  })

  it('replaced is deleted with its file', async () => {
    expect(await change(await image())).toMatchObject({ ok: true })
    const first = await kept()
    expect(await change(await image())).toMatchObject({ ok: true })
    const second = await kept()
    expect(second.ids).toEqual([settings().brand.logoLightUploadId])
    expect(second.ids).not.toEqual(first.ids)
    expect(second.files).toHaveLength(first.files.length)
    expect(second.files).not.toEqual(first.files)
  })

  it('removed is deleted with its file, and the other one stays', async () => {
    await change(await image(), { background: 'dark' })
    const before = await kept()
    await change(await image())
    expect(await change(null)).toMatchObject({ ok: true })
    expect(await kept()).toEqual(before)
    expect(settings().brand).toMatchObject({
      logoLightUploadId: null,
      logoDarkUploadId: before.ids[0],
    })
    expect(await db().auditRecord.count({ where: { action: 'upload.deleted' } })).toBeGreaterThan(0)
    await change(null, { background: 'dark' })
    expect((await kept()).ids).toEqual([])
  })

  it('still shown on the other background stays', async () => {
    await change(await image())
    const id = settings().brand.logoLightUploadId
    const set = { values: { logo_dark_upload_id: id }, versions: null }
    expect(await changeSettings(admin, brandArea, set, ctx())).toMatchObject({ ok: true })
    await change(null)
    expect((await kept()).ids).toEqual([id])
    await change(null, { background: 'dark' })
    expect((await kept()).ids).toEqual([])
  })

  it('in use cannot be deleted or opened as a file of its uploader, and is not among their uploads', async () => {
    const file = await image()
    const own = await storeUpload(file, { userId: admin.userId, purpose: 'file' }, ctx())
    if (!own.ok) throw new Error(own.code)
    const { id } = own.upload
    const set = { values: { logo_light_upload_id: id }, versions: null }
    expect(await changeSettings(admin, brandArea, set, ctx())).toMatchObject({ ok: true })
    const before = await kept()
    expect(await deleteUpload({ id, userId: admin.userId }, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await kept()).toEqual(before)
    expect(await openUpload({ id, userId: admin.userId })).toMatchObject({ code: 'not_found' })
    const listed = await listUploadRows(db(), { userId: admin.userId, limit: 10, beforeId: null })
    expect(listed).toEqual([])
  })

  it('replaced by another administrator is deleted too', async () => {
    await change(await image())
    await db().upload.updateMany({ data: { userId: keeper.userId } })
    await change(await image())
    expect((await kept()).ids).toEqual([settings().brand.logoLightUploadId])
  })
})

it('a new logo whose setting could not be saved is left as a file of its uploader', async () => {
  await db().upload.deleteMany()
  await db().$executeRaw`
    ALTER TABLE stored_settings ADD CONSTRAINT broken CHECK (variable NOT LIKE 'BRAND_LOGO_%')`
  await expect(change(await image())).rejects.toThrow()
  await db().$executeRaw`ALTER TABLE stored_settings DROP CONSTRAINT broken`
  const { userId } = admin
  const [left, ...others] = await listUploadRows(db(), { userId, limit: 10, beforeId: null })
  expect(others).toEqual([])
  expect(await deleteUpload({ id: left!.id, userId }, ctx())).toEqual({ ok: true })
})

describe('no logo is changed, and no file stored,', () => {
  const refused = async (code: string, result: Promise<object>, before = settings().brand) => {
    const had = await kept()
    expect(await result).toMatchObject({ ok: false, code })
    expect(await kept()).toEqual(had)
    await reloadSettings()
    expect(settings().brand).toEqual(before)
    expect(await db().storedSetting.count()).toBe(0)
  }

  it('by a user who may not manage settings', async () => {
    await refused('insufficient_permission', change(await image(), { by: keeper }))
    await refused('insufficient_permission', change(null, { by: keeper }))
  })

  it('by a user who signed in long ago', async () => {
    const late = ctx({ now: addSeconds(new Date(), maxAgeOf('settings') + 60) })
    const by = { background: 'light', password: undefined } as const
    await refused(
      'reauthentication_required',
      changeLogo(admin, { ...by, file: await image() }, late),
    )
  })

  it('if the environment sets it', async () => {
    useSettings({
      DATA_DIR: folder,
      BRAND_LOGO_LIGHT_UPLOAD_ID: '0198f0a0-0000-7000-8000-000000000001',
    })
    await refused('validation_failed', change(await image()))
  })

  it('with a file that is not an image', async () => {
    await refused(
      'unsupported_media_type',
      change(receivedFile(PDF, 'application/pdf', 'logo.pdf')),
    )
  })
})
