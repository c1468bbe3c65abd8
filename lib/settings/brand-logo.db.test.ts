import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { logoResponse } from '@/lib/http/file-response'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { SettingInput } from '@/lib/settings/setting-values'
import { findArea } from '@/lib/settings/settings-areas'
import { useRoleStage } from '@/tests/kit/role-stage'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { PDF, picture, receivedFile } from '@/tests/kit/upload-files'
import { storeUpload } from '@/lib/uploads/store-upload'
import type { UploadPurpose } from '@/lib/uploads/upload.schemas'

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

const change = (values: Record<string, SettingInput>) =>
  changeSettings(admin, findArea('brand')!, { values, versions: null }, ctx())

async function uploadOf(
  { userId }: SessionPrincipal,
  purpose: UploadPurpose = 'attachment',
): Promise<string> {
  const file = receivedFile(
    await picture(300, 100).png().toBuffer(),
    'image/png',
    'secret-name.png',
  )
  const stored = await storeUpload(file, { userId, purpose }, ctx())
  if (!stored.ok) throw new Error(stored.code)
  return stored.upload.id
}

const get = (headers: HeadersInit = {}) =>
  new Request('http://localhost/brand/logo-light', { headers })
const mail = () =>
  composeMail(
    { mail: 'password_changed', at: new Date() },
    { email: 'ada@example.com', name: null, locale: 'en' },
  )

describe('a logo', () => {
  it('is public, and cached until it is replaced', async () => {
    expect((await logoResponse('light', get())).status).toBe(404)
    const id = await uploadOf(admin)
    expect(await change({ logo_light_upload_id: id })).toMatchObject({ ok: true })
    const answer = await logoResponse('light', get())
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([300, 100])
    const etag = answer.headers.get('etag')!
    expect((await logoResponse('light', get({ 'if-none-match': etag }))).status).toBe(304)
    // The logo for light backgrounds is also used on dark ones.
    expect((await logoResponse('dark', get())).headers.get('etag')).toBe(etag)
  })

  it('is sent as a whole, whatever range is requested', async () => {
    expect(await change({ logo_light_upload_id: await uploadOf(admin) })).toMatchObject({
      ok: true,
    })
    const whole = await (await logoResponse('light', get())).arrayBuffer()
    for (const range of ['bytes=0-9', 'bytes=99999999-']) {
      const answer = await logoResponse('light', get({ range }))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('accept-ranges')).toBe('none')
      expect(await answer.arrayBuffer()).toEqual(whole)
    }
  })

  it('is shown in emails with the name as alternative text, and emails without a logo load nothing', async () => {
    expect(mail().html).not.toContain('<img')
    const id = await uploadOf(admin)
    await change({ logo_light_upload_id: id, product_name: 'Acme & Co' })
    const { html, text } = mail()
    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringContaining(
        `src="${settings().baseUrl}/brand/logo-light?v=${id.slice(-12)}" alt="Acme &amp; Co"`,
      ),
    ])
    expect(text).toContain('Acme & Co')
  })

  it('stays when its uploader leaves', async () => {
    const id = await uploadOf(admin)
    await change({ logo_dark_upload_id: id })
    await db().user.update({ where: { id: admin.userId }, data: { status: 'deactivated' } })
    const { status } = await logoResponse('dark', get())
    await db().user.update({ where: { id: admin.userId }, data: { status: 'active' } })
    expect(status).toBe(200)
  })

  it('can be set again unchanged, also by another administrator than its uploader', async () => {
    const id = await uploadOf(admin)
    await change({ logo_light_upload_id: id })
    await db().upload.update({ where: { id }, data: { userId: keeper.userId } })
    expect(await change({ logo_light_upload_id: id, product_name: 'Acme' })).toMatchObject({
      ok: true,
    })
  })
})

describe('a logo cannot be', () => {
  const refused = async (id: string) => {
    expect(await change({ logo_light_upload_id: id, product_name: 'Acme' })).toMatchObject({
      ok: false,
      code: 'validation_failed',
      errors: [{ pointer: '/values/logo_light_upload_id' }],
    })
    expect(await db().storedSetting.count()).toBe(0)
    expect(settings().brand).toMatchObject({ logoLightUploadId: null, productName: 'Gatehouse' })
    expect((await logoResponse('light', get())).status).toBe(404)
  }

  it('an upload that does not exist, or a malformed id', async () => {
    await refused(newId())
    await refused('../../etc/passwd')
  })

  it('an upload of another user, which stays theirs', async () => {
    const id = await uploadOf(keeper)
    await refused(id)
    expect(await db().upload.findUniqueOrThrow({ where: { id } })).toMatchObject({
      purpose: 'attachment',
    })
  })

  it('a file that is not an image, or any user’s avatar', async () => {
    const pdf = await storeUpload(
      receivedFile(PDF, 'application/pdf', 'a.pdf'),
      { userId: admin.userId, purpose: 'attachment' },
      ctx(),
    )
    if (!pdf.ok) throw new Error(pdf.code)
    await refused(pdf.upload.id)
    await refused(await uploadOf(admin, 'avatar'))
  })

  it('an upload that was deleted', async () => {
    const id = await uploadOf(admin)
    await db().upload.update({ where: { id }, data: { status: 'deleting' } })
    await refused(id)
  })
})
