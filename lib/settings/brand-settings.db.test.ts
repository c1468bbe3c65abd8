import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { problemDocument } from '@/lib/http/wire-response'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { SettingInput } from '@/lib/settings/setting-values'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { useRoleStage } from '@/tests/kit/role-stage'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { refusedState } from '@/lib/web/refusals'

const stage = useRoleStage()
let admin: SessionPrincipal
beforeAll(() => void ({ admin } = stage))
beforeEach(async () => {
  useSettings()
  await db().storedSetting.deleteMany()
  await reloadSettings()
})

const brand = findArea('brand')!
const change = (values: Record<string, SettingInput>) =>
  changeSettings(admin, brand, { values, versions: null }, ctx())

describe('a stored brand', () => {
  it('appears on pages and in emails immediately, and null restores the built-in one', async () => {
    const values = {
      product_name: 'Acme ID',
      accent_color: '#7C3AED',
      terms_url: 'https://acme.example/terms',
    }
    expect(await change(values)).toMatchObject({ ok: true })
    expect(settings().brand).toMatchObject({ productName: 'Acme ID', accentColor: '#7c3aed' })
    expect(brandedMessages('en').auth.login.heading).toBe('Sign in to Acme ID')
    const mail = composeMail(
      { mail: 'password_changed', at: new Date() },
      { email: 'ada@example.com', name: null, locale: 'en' },
    )
    expect(mail.html).toContain('background:#7c3aed')
    expect(mail.text).toContain('Terms of service: https://acme.example/terms')
    expect(settings().mail.from).toBe('"Acme ID" <no-reply@localhost>')
    expect(await change({ product_name: null, accent_color: null, terms_url: null })).toMatchObject(
      {
        ok: true,
      },
    )
    expect(settings().brand).toMatchObject({
      productName: 'Gatehouse',
      accentColor: null,
      termsUrl: null,
    })
  })

  it('is listed with all names, including defaults', async () => {
    expect(await readArea(brand)).toMatchObject({
      locked: [],
      values: {
        product_name: 'Gatehouse',
        logo_light_upload_id: null,
        logo_dark_upload_id: null,
        accent_color: null,
        support_email: null,
        terms_url: null,
        privacy_url: null,
      },
    })
  })
})

describe('an unsafe brand is refused, and nothing is stored', () => {
  it.each([
    [{ accent_color: '#ffff00' }, '/values/accent_color'],
    [{ accent_color: 'red;}*{display:none' }, '/values/accent_color'],
    [{ product_name: 'Acme\r\nBcc: x@evil.example' }, '/values/product_name'],
    [{ product_name: '<b>Acme</b>' }, '/values/product_name'],
    [{ terms_url: 'javascript:alert(1)' }, '/values/terms_url'],
    [{ support_email: 'x@a.example?bcc=y@evil.example' }, '/values/support_email'],
    [{ product_name: 'Acme', privacy_url: 'nowhere' }, '/values/privacy_url'],
  ])('%j', async (values: Record<string, string>, pointer) => {
    expect(await change(values)).toMatchObject({
      ok: false,
      code: 'validation_failed',
      errors: [{ pointer }],
    })
    expect(await db().storedSetting.count()).toBe(0)
    expect(settings().brand.productName).toBe('Gatehouse')
  })

  it('reports the insufficient contrast', async () => {
    expect(await change({ accent_color: '#ffff00' })).toMatchObject({
      errors: [{ detail: expect.stringContaining('a contrast of 1.01:1 as text on the page') }],
    })
    const refusal = await change({ accent_color: '#777777' })
    if (refusal.ok) throw new Error('accepted')
    const about = { path: '/', requestId: 'r' }
    expect(problemDocument(refusal, about).errors).toEqual([
      {
        pointer: '/values/accent_color',
        code: 'contrast_too_low',
        detail: expect.stringContaining('4.24:1'),
      },
    ])
    const errors = refusal.errors!.map((error) => ({ ...error, pointer: '/accent_color' }))
    const said = (locale: 'en' | 'tr') =>
      refusedState({ ...refusal, errors }, { locale, requestId: null }).errors.accent_color
    expect(said('en')).toMatch(/as text on a light page.*contrast of 4\.24:1/i)
    expect(said('tr')).toContain('4,24:1')
  })
})
