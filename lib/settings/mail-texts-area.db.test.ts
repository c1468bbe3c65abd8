import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { composeCurrentMail } from '@/lib/messaging/mail/compose-mail'
import { readOutbox } from '@/lib/messaging/mail/local-outbox'
import { builtInText, EDITABLE_MAILS } from '@/lib/messaging/mail/editable-text'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { changeSettings, testSettings } from '@/lib/settings/change-settings'
import type { SettingInput } from '@/lib/settings/setting-values'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { areaResponse, presentArea } from '@/lib/settings/settings.responses'
import { changeSettingsBody } from '@/lib/settings/settings.schemas'
import { useRoleStage } from '@/tests/kit/role-stage'
import { testContext as ctx } from '@/tests/kit/test-context'

const stage = useRoleStage()
let admin: SessionPrincipal
let keeper: SessionPrincipal
beforeAll(() => void ({ admin, keeper } = stage))
beforeEach(() => db().mailTextOverride.deleteMany())

const area = findArea('mail-texts')!
const change = (values: Record<string, SettingInput>, actor = admin) =>
  changeSettings(actor, area, { values, versions: null }, ctx())
const NAME = 'reset_password.en'
const OWN = { subject: 'New password for {product}', body: 'Go on:\n\n{link}', button: 'Choose' }
const mail = (locale = 'en') =>
  composeCurrentMail(
    { mail: 'reset_password', at: new Date(), token: 't' },
    { email: 'ada@example.com', name: null, locale },
  )

describe('a custom text', () => {
  it('is used in the next email of that kind and language, and in no other', async () => {
    const turkish = await mail('tr')
    expect(await change({ [NAME]: OWN })).toMatchObject({
      ok: true,
      state: { values: { [NAME]: OWN } },
    })
    expect(await mail()).toMatchObject({
      subject: 'New password for Gatehouse',
      text: expect.stringContaining('Go on:\n\n'),
    })
    expect((await mail('tr')).subject).toBe(turkish.subject)
    expect(await db().mailTextOverride.findMany()).toMatchObject([
      { updatedById: admin.userId, kind: 'reset_password' },
    ])
  })

  it('is replaced by the built-in one with null or with the same text', async () => {
    const built = await mail()
    for (const back of [null, { ...builtInText('reset_password', 'en') }]) {
      await change({ [NAME]: OWN })
      expect((await mail()).subject).not.toBe(built.subject)
      expect(await change({ [NAME]: back })).toMatchObject({ ok: true })
      expect(await db().mailTextOverride.count()).toBe(0)
      expect((await mail()).subject).toBe(built.subject)
    }
  })

  it('is audited with before and after, unless nothing changed', async () => {
    const since = newId()
    await change({ [NAME]: OWN })
    await change({ [NAME]: OWN })
    const records = await db().auditRecord.findMany({ where: { id: { gt: since } } })
    expect(records).toMatchObject([
      {
        action: 'settings.changed',
        targetId: 'mail-texts',
        details: { before: { [NAME]: null }, after: { [NAME]: JSON.stringify(OWN) } },
      },
    ])
  })

  it('that is no longer valid is skipped, and the built-in one is sent', async () => {
    const built = await mail()
    await db().mailTextOverride.create({
      data: {
        kind: 'reset_password',
        locale: 'en',
        ...OWN,
        body: 'No link',
        updatedAt: new Date(),
      },
    })
    expect((await mail()).text).toBe(built.text)
    expect((await readArea(area)).values[NAME]).toEqual(builtInText('reset_password', 'en'))
    await testSettings(admin, area, { name: NAME, to: 'ada@example.com' }, ctx())
    expect(readOutbox()!.account[0]!.subject).toBe(`[Test] ${built.subject}`)
  })

  it('cannot inject header lines, even from the database', async () => {
    const row = { kind: 'reset_password', locale: 'en', ...OWN, updatedAt: new Date() }
    await expect(
      db().mailTextOverride.create({ data: { ...row, subject: 'Hi\r\nBcc: x@evil.example' } }),
    ).rejects.toThrow('mail_text_overrides_one_line')
  })
})

it('every email is listed in every language with its current text', async () => {
  await change({ [NAME]: OWN })
  const { values, locked } = await readArea(area)
  expect(Object.keys(values).length).toBe(EDITABLE_MAILS.length * 2)
  expect(locked).toEqual([])
  expect(values[NAME]).toEqual(OWN)
  expect(values['reset_password.tr']).toEqual(builtInText('reset_password', 'tr'))
})

describe('a change is refused as a whole', () => {
  it.each([
    [{ 'nothing.en': OWN }, '/values/nothing.en'],
    [
      { [NAME]: OWN, 'verify_email.en': { ...OWN, body: 'No link' } },
      '/values/verify_email.en/body',
    ],
    [{ [NAME]: { ...OWN, subject: 'a\r\nb' } }, `/values/${NAME}/subject`],
    [{ [NAME]: 'text' }, `/values/${NAME}`],
  ])('%j', async (values: Record<string, SettingInput>, pointer) => {
    expect(await change(values)).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
    expect(await db().mailTextOverride.count()).toBe(0)
  })

  it('without the permission', async () => {
    expect(await change({ [NAME]: OWN }, keeper)).toMatchObject({ code: 'insufficient_permission' })
    expect(await db().mailTextOverride.count()).toBe(0)
  })
})

describe('through the API', () => {
  it('a text is sent and listed as an object', async () => {
    const body = changeSettingsBody.parse({ values: { [NAME]: OWN, 'reset_password.tr': null } })
    const changed = await change(body.values)
    if (!changed.ok) throw new Error(JSON.stringify(changed))
    expect(areaResponse.parse(presentArea(changed.state)).values[NAME]).toEqual(OWN)
  })

  it('a test sends the current text, marked as a test, with a link that does not work', async () => {
    await change({ [NAME]: OWN })
    const before = readOutbox()!.account.length
    const result = await testSettings(admin, area, { name: NAME, to: 'ada@example.com' }, ctx())
    expect(result).toMatchObject({ ok: true, passed: true })
    const [sent] = readOutbox()!.account
    expect(sent).toMatchObject({
      to: 'ada@example.com',
      subject: '[Test] New password for Gatehouse',
    })
    expect(sent!.text).toContain('?token=sample')
    expect(await testSettings(admin, area, { name: 'nothing.en' }, ctx())).toMatchObject({
      code: 'validation_failed',
    })
    expect(readOutbox()!.account.length).toBe(before + 1)
  })
})
