import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { settings } from '@/lib/config/settings'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { mailSettingsNoticeJob } from '@/lib/settings/settings.jobs'
import type { SettingInput } from '@/lib/settings/setting-values'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { holderOf } from '@/tests/kit/administrators'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { useRoleStage } from '@/tests/kit/role-stage'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'

const stage = useRoleStage()
let admin: SessionPrincipal
let keeper: SessionPrincipal
beforeAll(() => void ({ admin, keeper } = stage))
beforeEach(async () => {
  useSettings()
  await db().storedSetting.deleteMany()
  await db().settingArea.deleteMany()
})

const area = (name: string) => findArea(name)!
const change = (
  name: string,
  values: Record<string, SettingInput>,
  versions: number[] | null = null,
) => changeSettings(admin, area(name), { values, versions }, ctx())
const stored = async () => ({
  rows: await db().storedSetting.findMany({ orderBy: { variable: 'asc' } }),
  areas: await db().settingArea.findMany(),
})
const pointers = (result: object) =>
  ('errors' in result ? (result.errors as { pointer: string; code: string }[]) : []).map(
    ({ pointer, code }) => [pointer, code],
  )

/**
 * Returns the answer of an action with its changes to the table, its bus messages and its audit
 * records.
 */
async function watched<T>(act: () => Promise<T>) {
  const since = newId()
  const heard: BusMessage[] = []
  onTestFinished(subscribe((message) => heard.push(message)))
  const before = JSON.stringify(await stored())
  const result = await act()
  const records = await db().auditRecord.findMany({ where: { id: { gt: since } } })
  return { result, heard, records, untouched: JSON.stringify(await stored()) === before }
}

async function expectRefused(act: () => Promise<object>, code: string, errors: string[][] = []) {
  const { result, heard, records, untouched } = await watched(act)
  expect(result).toMatchObject({ ok: false, code })
  expect(pointers(result)).toEqual(errors)
  expect([heard, untouched]).toEqual([[], true])
  expect(records).toMatchObject([{ action: 'settings.changed', outcome: 'refused' }])
}

describe('a changed setting', () => {
  it('applies immediately, notifies the bus and is audited with before and after', async () => {
    const { result, heard, records } = await watched(() =>
      change('policy', { password_min_length: 14 }),
    )
    expect(result).toMatchObject({
      ok: true,
      state: { values: { password_min_length: 14 }, version: 2 },
    })
    expect(settings().passwords.minLength).toBe(14)
    expect(settings().stored).toEqual(['AUTH_PASSWORD_MIN_LENGTH'])
    expect(heard).toEqual([{ type: 'settings.changed' }])
    expect(records).toMatchObject([
      {
        action: 'settings.changed',
        outcome: 'ok',
        actorId: admin.userId,
        targetId: 'policy',
        details: { before: { password_min_length: null }, after: { password_min_length: '14' } },
      },
    ])
  })

  it('returns to the default when it is removed', async () => {
    await change('policy', { password_min_length: 14, lockout_duration: '2h' })
    expect(await change('policy', { password_min_length: null })).toMatchObject({ ok: true })
    expect(settings().passwords.minLength).toBe(12)
    expect(settings().guard.lockoutDurationSeconds).toBe(7200)
  })

  it('is not written again if it is the same', async () => {
    await change('mail', { mail_driver: 'smtp', smtp_url: 'smtps://u:p@mail.example.org' })
    const { result, heard, records, untouched } = await watched(() =>
      change('mail', { smtp_url: 'smtps://u:p@mail.example.org' }),
    )
    expect(result).toMatchObject({ ok: true, state: { version: 2 } })
    expect([heard, records, untouched]).toEqual([[], [], true])
  })

  it.each([
    ['who never had it', async () => keeper],
    [
      'who lost it after the request was authorized',
      async () => {
        const actor = await holderOf('settings:manage')
        await db().userRole.deleteMany({ where: { userId: actor.userId } })
        return actor
      },
    ],
  ])('requires the permission for its area: refused to someone %s', async (_, find) => {
    const actor = await find()
    const asked = { values: { password_min_length: 14 }, versions: null }
    await expectRefused(
      () => changeSettings(actor, area('policy'), asked, ctx()),
      'insufficient_permission',
    )
  })

  it('is refused if someone else changed the area in the meantime', async () => {
    await change('policy', { password_min_length: 14 }, [1])
    await expectRefused(
      () => change('policy', { password_min_length: 16 }, [1]),
      'precondition_failed',
    )
    expect(await change('policy', { password_min_length: 16 }, [2])).toMatchObject({ ok: true })
  })
})

describe('a secret', () => {
  const SECRET = 'smtps://postmaster:hunter2@mail.example.org'

  it('is encrypted in the database, bound to its variable, and never shown or audited', async () => {
    const { result, records } = await watched(() =>
      change('mail', { smtp_url: SECRET, mail_from: 'a@example.org' }),
    )
    expect(result).toMatchObject({ ok: true, state: { values: { smtp_url: { set: true } } } })
    expect(settings().mail.smtpUrl).toBe(SECRET)
    const row = await db().storedSetting.findUniqueOrThrow({ where: { variable: 'SMTP_URL' } })
    expect(row.value).toBeNull()
    const seen = JSON.stringify([result, records]) + Buffer.from(row.sealed!).toString('latin1')
    expect(seen).not.toContain('hunter2')
    expect(records).toMatchObject([{ details: { after: { smtp_url: '[masked]' } } }])
    await db().storedSetting.update({
      where: { variable: 'SMTP_URL' },
      data: { variable: 'RESEND_API_KEY' },
    })
    await reloadSettings()
    expect(settings().mail).toMatchObject({ smtpUrl: null, resendApiKey: null })
  })

  it('decrypts with a previous key and is encrypted again with the current one', async () => {
    await change('mail', { smtp_url: SECRET })
    const old = await db().storedSetting.findUniqueOrThrow({ where: { variable: 'SMTP_URL' } })
    const keys = { AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    useSettings({
      ...keys,
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    })
    await reloadSettings()
    expect(settings().mail.smtpUrl).toBe(SECRET)
    await expect
      .poll(
        async () =>
          (await db().storedSetting.findUniqueOrThrow({ where: { variable: 'SMTP_URL' } })).sealed,
        { timeout: 10_000 },
      )
      .not.toEqual(old.sealed)
    useSettings(keys)
    await reloadSettings()
    expect(settings().mail.smtpUrl).toBe(SECRET)
  })
})

describe('a change is refused without writing anything', () => {
  it.each<[string, Record<string, SettingInput>, string[][]]>([
    ['policy', { password_min_length: 7 }, [['/values/password_min_length', 'out_of_range']]],
    ['policy', { password_min_length: '14' }, [['/values/password_min_length', 'invalid_type']]],
    ['policy', { password_min_length: 12.5 }, [['/values/password_min_length', 'invalid_type']]],
    ['policy', { max_login_attempts: 101 }, [['/values/max_login_attempts', 'out_of_range']]],
    [
      'policy',
      { max_login_attempts_per_ip: 100_000 },
      [['/values/max_login_attempts_per_ip', 'out_of_range']],
    ],
    ['policy', { lockout_duration: '59s' }, [['/values/lockout_duration', 'out_of_range']]],
    ['policy', { lockout_duration: 'never' }, [['/values/lockout_duration', 'invalid_duration']]],
    ['policy', { botcheck_site_key: 'only-one' }, [['/values/botcheck_secret_key', 'required']]],
    ['policy', { nonsense: 1 }, [['/values/nonsense', 'unknown_field']]],
    [
      'policy',
      { ['__proto__x']: 1, smtp_url: 'smtp://x' },
      [
        ['/values/__proto__x', 'unknown_field'],
        ['/values/smtp_url', 'unknown_field'],
      ],
    ],
    ['mail', { mail_driver: 'smtp' }, [['/values/smtp_url', 'required']]],
    ['mail', { mail_driver: 'pigeon' }, [['/values/mail_driver', 'not_supported']]],
    ['mail', { mail_from: 'no address' }, [['/values/mail_from', 'invalid_sender']]],
    ['mail', { smtp_url: 'http://mail.example.org' }, [['/values/smtp_url', 'invalid_smtp_url']]],
    [
      'policy',
      { access_token_ttl: '15 minutes' },
      [['/values/access_token_ttl', 'invalid_duration']],
    ],
    [
      'policy',
      { registration_domains: ['a b'] },
      [['/values/registration_domains', 'invalid_domain']],
    ],
    ['brand', { support_email: 'nobody' }, [['/values/support_email', 'invalid_email']]],
    ['brand', { terms_url: 'terms' }, [['/values/terms_url', 'invalid_url']]],
    ['mail', { smtp_url: 'smtp://x\r\nRCPT' }, [['/values/smtp_url', 'invalid_characters']]],
    ['mail', { smtp_url: '' }, [['/values/smtp_url', 'too_short']]],
    ['mail', { smtp_url: `smtp://${'x'.repeat(2000)}` }, [['/values/smtp_url', 'too_long']]],
  ])('%s %j', async (name, values, errors) => {
    await expectRefused(() => change(name, values), 'validation_failed', errors)
  })

  it('if one of its values is invalid', async () => {
    await expectRefused(
      () => change('policy', { password_min_length: 16, lockout_duration: '1s' }),
      'validation_failed',
      [['/values/lockout_duration', 'out_of_range']],
    )
    expect(settings().passwords.minLength).toBe(12)
  })

  it('if the environment sets the setting, which is shown as locked', async () => {
    useSettings({ AUTH_PASSWORD_MIN_LENGTH: '10', SMTP_URL: ' ' })
    expect(await readArea(area('policy'))).toMatchObject({
      locked: ['password_min_length'],
      values: {
        password_min_length: 10,
        lockout_duration: '15m',
        botcheck_secret_key: { set: false },
      },
    })
    for (const value of [14, null])
      await expectRefused(
        () => change('policy', { password_min_length: value }),
        'validation_failed',
        [['/values/password_min_length', 'locked']],
      )
    expect((await readArea(area('mail'))).locked).toEqual([])
  })
})

describe('stored settings that are no longer valid', () => {
  it('are ignored while the environment sets them, and apply again afterwards', async () => {
    await change('policy', { password_min_length: 14 })
    useSettings({ AUTH_PASSWORD_MIN_LENGTH: '20' })
    await reloadSettings()
    expect(settings().passwords.minLength).toBe(20)
    useSettings()
    await reloadSettings()
    expect(settings().passwords.minLength).toBe(14)
  })

  it('are ignored individually: the others stay in force', async () => {
    await change('policy', { password_min_length: 100, lockout_duration: '1h' })
    // bcrypt does not support passwords of that length.
    useSettings({ AUTH_PASSWORD_HASH: 'bcrypt' })
    await reloadSettings()
    expect(settings().passwords.minLength).toBe(12)
    expect(settings().guard.lockoutDurationSeconds).toBe(3600)
    expect(await change('policy', { max_login_attempts: 9 })).toMatchObject({ ok: true })
  })

  it('are ignored alone if the fault names only a variable that the environment sets no more', async () => {
    const from = { MAIL_FROM: 'Gatehouse <id@example.org>' }
    const production = { ...productionEnvironment('postgresql://x/y'), MAIL_DRIVER: 'settings' }
    useSettings({ ...production, ...from })
    await change('mail', { smtp_url: 'smtp://mail.example.org' })
    await change('policy', { registration: 'invited', account_erase_after: '365d' })
    useSettings(production)
    await reloadSettings()
    expect(settings().stored).not.toContain('SMTP_URL')
    expect(settings().registration.mode).toBe('invited')
    expect(settings().accountEraseAfterSeconds).toBe(365 * 86_400)
    useSettings({ ...production, ...from })
    await reloadSettings()
    expect(settings().stored).toContain('SMTP_URL')
  })

  it('never open the registration, nor erase accounts earlier', async () => {
    useSettings({ AUTH_REGISTRATION_DOMAINS: 'example.org' })
    await change('policy', { registration: 'domains' })
    await db().storedSetting.create({
      data: { variable: 'ACCOUNT_ERASE_AFTER', value: '90000d', updatedAt: new Date() },
    })
    useSettings()
    await reloadSettings()
    expect(settings().registration.mode).toBe('invited')
    expect(settings().accountEraseAfterSeconds).toBeNull()
  })

  it('are ignored if someone wrote forbidden values into the table', async () => {
    await db().storedSetting.createMany({
      data: [
        { variable: 'AUTH_LOCKOUT_DURATION', value: '1s', updatedAt: new Date() },
        { variable: 'AUTH_JWT_SECRET', value: 'x'.repeat(48), updatedAt: new Date() },
        { variable: 'SMTP_URL', sealed: new Uint8Array(60), updatedAt: new Date() },
      ],
    })
    await reloadSettings()
    expect(settings().stored).toEqual([])
    expect(settings().guard.lockoutDurationSeconds).toBe(900)
  })
})

describe('a change of how email is sent', () => {
  it('notifies every user who may manage settings, in the inbox and by email, once, and no one else', async () => {
    const other = await holderOf('settings:manage')
    const stranger = await holderOf('notifications:settings')
    await db().job.deleteMany()
    await change('mail', { mail_from: 'new@example.org' })
    const [job] = await db().job.findMany({ where: { kind: 'mail_settings_news' } })
    for (let run = 0; run < 2; run++)
      await mailSettingsNoticeJob.run(job!.payload, {
        now: new Date(),
        attempt: 1,
      } as never)
    const told = await db().inboxItem.findMany({
      where: { kind: 'security.mail_settings_changed' },
    })
    const mailed = await db().job.findMany({ where: { kind: 'mail' } })
    const expected = [admin.userId, other.userId].sort()
    expect(told.map(({ userId }) => userId).sort()).toEqual(expected)
    expect(mailed.map(({ payload }) => (payload as { userId: string }).userId).sort()).toEqual(
      expected,
    )
    expect(expected).not.toContain(stranger.userId)
  })

  it('notifies no one if nothing changed or it concerns another area', async () => {
    await db().job.deleteMany()
    await change('policy', { password_min_length: 14 })
    await change('mail', { mail_from: null })
    await change('mail', { mail_from: 'no address' })
    expect(await db().job.count()).toBe(0)
  })
})
