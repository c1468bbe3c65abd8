import { describe, expect, it } from 'vitest'
import { loadSettings, SettingsError } from '@/lib/config/settings'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}

describe('the product name', () => {
  it.each(['Acme', 'Acme, Inc.', 'Çilek & Co', '東京ログイン', 'a', 'x'.repeat(60), "O'Neil 🚪"])(
    'can be %s',
    (BRAND_PRODUCT_NAME) => {
      expect(loadSettings({ BRAND_PRODUCT_NAME }).brand.productName).toBe(BRAND_PRODUCT_NAME)
    },
  )

  it.each([
    'x'.repeat(61),
    'Acme\r\nBcc: x@evil.example',
    'Acme\u0000',
    'Acme\u202etxt.exe',
    'Acme\u2028ID',
    '<b>Acme</b>',
    'Acme {email}',
    'Acme" <x@evil.example>, "',
    'Acme\\',
    '\ud800 Acme',
    '---',
  ])(
    'refuses characters that could do harm in a header, page or text: %j',
    (BRAND_PRODUCT_NAME) => {
      expect(faultsOf({ BRAND_PRODUCT_NAME })).toEqual([
        expect.stringMatching(/^BRAND_PRODUCT_NAME /),
      ])
    },
  )

  it('becomes the display name of a sender without one', () => {
    const from = (more: Record<string, string>) =>
      loadSettings({ BRAND_PRODUCT_NAME: 'Acme, Inc.', ...more }).mail.from
    expect(from({})).toBe('"Acme, Inc." <no-reply@localhost>')
    expect(from({ MAIL_FROM: 'id@acme.example' })).toBe('"Acme, Inc." <id@acme.example>')
    expect(from({ MAIL_FROM: 'Acme Login <id@acme.example>' })).toBe('Acme Login <id@acme.example>')
  })
})

describe('the accent color', () => {
  it.each(['#1d4ed8', '#2563EB', '#7c3aed', '#b91c1c', '#000000', '#000080', '#15803d'])(
    'can be %s',
    (BRAND_ACCENT_COLOR) => {
      expect(faultsOf({ BRAND_ACCENT_COLOR })).toEqual([])
    },
  )

  it.each([
    ['#ffff00', '1.01:1 as text on the page'],
    ['#ffffff', '1.05:1 as text on the page'],
    ['#22c55e', '2.16:1 as text on the page'],
    // 4.48:1 on white and 4.24:1 on the page.
    ['#777777', '4.24:1 as text on the page'],
  ])('is refused, with its contrast, if it is hard to read: %s', (BRAND_ACCENT_COLOR, words) => {
    expect(faultsOf({ BRAND_ACCENT_COLOR })).toEqual([
      `BRAND_ACCENT_COLOR has a contrast of ${words}; it needs at least 4.5:1`,
    ])
  })

  it.each(['blue', '#fff', '1d4ed8', '#1d4ed8;}body{display:none', '#1d4ed800', 'url(//evil)'])(
    'is refused unless it is #rrggbb: %s',
    (BRAND_ACCENT_COLOR) => {
      expect(faultsOf({ BRAND_ACCENT_COLOR })).toEqual([
        'BRAND_ACCENT_COLOR is not a color such as #1d4ed8',
      ])
    },
  )
})

describe('brand links', () => {
  it.each([
    ['BRAND_TERMS_URL', 'javascript:alert(1)'],
    ['BRAND_TERMS_URL', 'data:text/html,x'],
    ['BRAND_PRIVACY_URL', '/privacy'],
    ['BRAND_PRIVACY_URL', 'https://user:secret@acme.example/'],
    ['BRAND_PRIVACY_URL', `https://acme.example/${'x'.repeat(500)}`],
    ['BRAND_SUPPORT_EMAIL', 'a@b.example?bcc=x@evil.example'],
    ['BRAND_SUPPORT_EMAIL', 'help'],
    ['BRAND_LOGO_LIGHT_UPLOAD_ID', '../../etc/passwd'],
  ])('are refused if malformed or dangerous: %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)])
  })

  it('can have a query and a fragment', () => {
    const BRAND_TERMS_URL = 'https://acme.example/legal?lang=en#terms'
    expect(loadSettings({ BRAND_TERMS_URL }).brand.termsUrl).toBe(BRAND_TERMS_URL)
  })
})
