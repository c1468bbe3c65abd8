import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { SettingInput } from '@/lib/settings/setting-values'
import { findArea } from '@/lib/settings/settings-areas'
import { readAreaVersion } from '@/lib/settings/stored-settings.store'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { useRoleStage } from '@/tests/kit/role-stage'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'

const stage = useRoleStage()
let admin: SessionPrincipal
beforeAll(() => void ({ admin } = stage))
beforeEach(async () => {
  useSettings()
  await db().storedSetting.deleteMany()
  await db().settingArea.deleteMany()
})

/** Changes an area, and returns what the audit trail says about it. */
async function change(area: string, values: Record<string, SettingInput>) {
  const since = newId()
  const by = { values, versions: null }
  expect(await changeSettings(admin, findArea(area)!, by, ctx())).toMatchObject({ ok: true })
  const records = await db().auditRecord.findMany({ where: { id: { gt: since } } })
  return records.map(({ details }) => details)
}
const store = (variable: string, value: string) =>
  db().storedSetting.create({ data: { variable, value, updatedAt: new Date() } })
const rows = async () =>
  Object.fromEntries(
    (await db().storedSetting.findMany()).map(({ variable, value }) => [variable, value]),
  )
async function start(environment: Record<string, string> = {}) {
  useSettings(environment)
  await reloadSettings()
}

describe('a registration whose domains the environment sets no more', () => {
  beforeEach(async () => {
    useSettings({ AUTH_REGISTRATION_DOMAINS: 'example.org' })
    await change('policy', { registration: 'domains' })
    await start()
    expect(settings().registration.mode).toBe('invited')
  })

  it.each<[string, Record<string, SettingInput>]>([
    ['as it is shown', { registration: 'invited' }],
    ['without a change', {}],
    ['with domains', { registration_domains: ['example.net'] }],
  ])('stays closed when the area is saved %s', async (_, values) => {
    expect(await change('policy', values)).toMatchObject([
      { before: { registration: 'domains' }, after: { registration: 'invited' } },
    ])
    expect(await rows()).toMatchObject({ AUTH_REGISTRATION: 'invited' })
    await start({ AUTH_REGISTRATION_DOMAINS: 'example.org' })
    expect(settings().registration.mode).toBe('invited')
  })

  it('opens to named domains', async () => {
    const values = { registration: 'domains', registration_domains: ['example.net'] }
    expect(await change('policy', values)).toMatchObject([{ after: { registration: 'domains' } }])
    expect(settings().registration.mode).toBe('domains')
  })
})

describe('an erasure that is shown as off', () => {
  it.each<[string, Record<string, SettingInput>]>([
    ['as it is shown', { account_erase_after: 'off' }],
    ['with another change', { password_min_length: 14 }],
  ])('is off from then on when the area is saved %s', async (_, values) => {
    await store('ACCOUNT_ERASE_AFTER', '90000d')
    await start()
    await change('policy', values)
    expect(await rows()).toMatchObject({ ACCOUNT_ERASE_AFTER: 'off' })
    expect(settings().accountEraseAfterSeconds).toBeNull()
    expect(await change('policy', values)).toEqual([])
  })
})

describe('a secret that cannot be decrypted', () => {
  beforeEach(async () => {
    const sealed = new Uint8Array(60)
    await db().storedSetting.create({
      data: { variable: 'STRIPE_SECRET_KEY', sealed, updatedAt: new Date() },
    })
    await start()
  })

  it('can be removed', async () => {
    expect(await change('payments', { stripe_secret_key: null })).toMatchObject([
      { before: { stripe_secret_key: '[masked]' }, after: { stripe_secret_key: null } },
    ])
    expect(await rows()).toEqual({})
  })

  it('is kept when something else is saved, because its key may come back', async () => {
    await change('payments', { stripe_webhook_secret: 'whsec_of_the_tests' })
    expect(await rows()).toHaveProperty('STRIPE_SECRET_KEY')
  })
})

describe('another ignored value', () => {
  it('applies again when a change makes it valid, which is audited', async () => {
    const from = { MAIL_FROM: 'Gatehouse <id@example.org>' }
    const production = { ...productionEnvironment('postgresql://x/y'), MAIL_DRIVER: 'settings' }
    useSettings({ ...production, ...from })
    await change('mail', { smtp_url: 'smtp://mail.example.org' })
    await start(production)
    expect(settings().stored).not.toContain('SMTP_URL')
    expect(await change('mail', { mail_from: 'id@example.net' })).toMatchObject([
      {
        before: { mail_from: null, smtp_url: null },
        after: { mail_from: 'id@example.net', smtp_url: '[masked]' },
      },
    ])
    expect(settings().mail).toMatchObject({ smtpUrl: 'smtp://mail.example.org', driver: 'smtp' })
  })

  it('that a change does not concern is kept', async () => {
    await change('policy', { password_min_length: 100 })
    await start({ AUTH_PASSWORD_HASH: 'bcrypt' })
    await change('policy', { max_login_attempts: 9 })
    expect(settings().guard.maxLoginAttempts).toBe(9)
    expect(await rows()).toMatchObject({ AUTH_PASSWORD_MIN_LENGTH: '100' })
    await change('policy', { password_min_length: 12 })
    expect(await rows()).toMatchObject({ AUTH_PASSWORD_MIN_LENGTH: '12' })
  })

  it('is removed if it would prevent a change', async () => {
    const production = {
      ...productionEnvironment('postgresql://x/y'),
      MAIL_FROM: 'id@example.org',
      MAIL_DRIVER: 'smtp',
    }
    useSettings({ ...production, SMTP_URL: 'smtp://mail.example.org' })
    await change('policy', { email_code: true })
    // Without a mail server there are no codes by email.
    await start({ ...production, MAIL_DRIVER: 'log' })
    const warned = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
    expect(await change('mail', { smtp_url: 'smtp://mail.example.net' })).toMatchObject([
      { after: { smtp_url: '[masked]', email_code: null } },
    ])
    // About what is stored, not about what the change might have stored.
    expect(warned).toHaveBeenCalledTimes(1)
    warned.mockRestore()
    expect(settings().stored).toEqual(['SMTP_URL'])
  })

  it('is removed without what else is ignored: another value, and a registration that stays closed', async () => {
    const production = {
      ...productionEnvironment('postgresql://x/y'),
      MAIL_FROM: 'id@example.org',
      MAIL_DRIVER: 'smtp',
    }
    useSettings({
      ...production,
      SMTP_URL: 'smtp://mail.example.org',
      AUTH_REGISTRATION_DOMAINS: 'example.org',
    })
    await change('policy', { email_code: true, registration: 'domains' })
    await store('AUTH_PASSWORD_MIN_LENGTH', '100')
    await start({ ...production, MAIL_DRIVER: 'log', AUTH_PASSWORD_HASH: 'bcrypt' })
    const policy = await readAreaVersion(db(), 'policy')
    expect(await change('mail', { smtp_url: 'smtp://mail.example.net' })).toEqual([
      {
        surface: 'api',
        before: { smtp_url: null, email_code: 'true' },
        after: { smtp_url: '[masked]', email_code: null },
      },
    ])
    expect(settings().registration.mode).toBe('invited')
    expect(await rows()).toMatchObject({
      AUTH_REGISTRATION: 'domains',
      AUTH_PASSWORD_MIN_LENGTH: '100',
    })
    expect(await readAreaVersion(db(), 'policy')).toBe(policy + 1)
  })
})
