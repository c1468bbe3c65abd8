import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { placeholdersOf } from '@/lib/i18n/format'
import { renderInboxItem } from '@/lib/messaging/inbox/security-events'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import type { MailOccasion } from '@/lib/messaging/mail/mail-occasion'
import { mailKinds, mailOf } from '@/lib/messaging/mail/mails'
import { sampleDetails } from '@/lib/messaging/mail/sample-mail'

const AT = new Date('2026-11-21T09:05:00.000Z')
const TOKEN = 'pZ3_kq9-'.repeat(6).slice(0, 43)
const occasion = (mail: MailOccasion['mail'], more: Partial<MailOccasion> = {}): MailOccasion => ({
  mail,
  at: AT,
  ...more,
})
const reader = (more: { name?: string | null; locale?: string | null } = {}) => ({
  email: 'ada@example.com',
  name: null,
  locale: null,
  ...more,
})

beforeEach(() => {
  loadSettings({ AUTH_EMAIL_LINK_BASE_URL: 'https://login.example/app/' })
})

describe('every email', () => {
  const all = mailKinds.flatMap((mail) =>
    (['en', 'tr'] as const).map((locale) => ({ mail, locale })),
  )

  it.each(all)(
    '$mail in $locale has the same content in text and HTML, with every placeholder filled',
    ({ mail, locale }) => {
      const { text, html, subject } = composeMail(
        occasion(mail, {
          token: TOKEN,
          ip: '2001:db8::7',
          device: 'Firefox, Linux',
          details: sampleDetails(mail),
        }),
        reader({ locale }),
      )
      expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null|NaN/)
      expect(html).toContain(`lang="${locale}"`)
      const plain = asText(html)
      for (const paragraph of text.split('\n\n').filter((part) => !/^--|https?:/.test(part)))
        for (const line of paragraph.split('\n').map((line) => line.split(': ').at(-1)!.trim()))
          expect(plain).toContain(line)
    },
  )

  it.each(mailKinds)('%s has the same placeholders in both languages', (mail) => {
    const all = (locale: 'en' | 'tr') => {
      const { subject, before, button, after, why } = mailOf(mail).texts[locale]
      return new Set(placeholdersOf([subject, ...before, button, ...after, why].join(' ')))
    }
    expect(all('tr')).toEqual(all('en'))
  })

  it.each(['invitation', 'account_ready'] as const)('%s names the site in its subject', (mail) => {
    for (const locale of ['en', 'tr'])
      expect(composeMail(occasion(mail), reader({ locale })).subject).toContain('login.example')
  })

  it.each(mailKinds)('%s loads no external resources', (mail) => {
    const { html } = composeMail(occasion(mail), reader())
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|@import|\ssrc=/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })
})

describe('days', () => {
  it.each([
    ['en', 'Mar 14, 2027'],
    ['tr', '14 Mar 2027'],
  ])('are written in the language of the reader: %s', (locale, day) => {
    const details = { key: 'Nightly export', expires: '2027-03-14' }
    const { text } = composeMail(occasion('api_key_created', { details }), reader({ locale }))
    expect(text).toContain(day)
    const item = { kind: 'security.api_key_expiring', params: details, title: '', body: null }
    expect(renderInboxItem(item, locale as 'en').body).toContain(day)
    expect(
      composeMail(occasion('api_key_expiring', { details }), reader({ locale })).text,
    ).toContain(day)
  })
})

describe('lists', () => {
  it.each([
    ['en', 'Removed: password and API keys'],
    ['tr', 'Kaldırılanlar: parola ve API anahtarları'],
  ])('are written in the language of the reader, without unknown keys: %s', (locale, line) => {
    const details = { removed: 'password,of_a_newer_version,api_keys' }
    const about = occasion('unproven_access_removed', { details })
    expect(composeMail(about, reader({ locale })).text.split('\n')).toContain(line)
  })
})

describe('links', () => {
  it.each([
    ['verify_email', `https://login.example/app/auth/verify-email?token=${TOKEN}`],
    ['reset_password', `https://login.example/app/auth/reset-password?token=${TOKEN}`],
  ] as const)('in %s use AUTH_EMAIL_LINK_BASE_URL', (mail, url) => {
    const { text, html } = composeMail(occasion(mail, { token: TOKEN }), reader())
    expect(text.split('\n')).toContain(url)
    expect(html).toContain(`href="${url}"`)
  })

  it.each([
    ['already_registered', 'https://login.example/app/auth/login'],
    ['already_registered', 'https://login.example/app/auth/forgot-password'],
    ['password_changed', 'https://login.example/app/auth/forgot-password'],
    ['refresh_token_reused', 'https://login.example/app/auth/forgot-password'],
  ] as const)('in %s include %s', (mail, url) => {
    const { text, html } = composeMail(occasion(mail), reader())
    expect(text).toContain(url)
    expect(html).toContain(`href="${url}"`)
    expect(text).not.toContain('token=')
  })

  it("in confirm_sign_in lead to the pages' address, where the browser has its sign-in cookie", () => {
    loadSettings({
      AUTH_EMAIL_LINK_BASE_URL: 'https://login.example/app/',
      APP_BASE_URL: 'http://localhost:3000',
    })
    const { text, subject } = composeMail(
      occasion('confirm_sign_in', { token: TOKEN, details: { provider: 'Discord' } }),
      reader(),
    )
    expect(text.split('\n')).toContain(`http://localhost:3000/auth/confirm-sign-in?token=${TOKEN}`)
    expect(text).toContain('expires 30 minutes after you signed in with Discord')
    expect(subject).toBe('Finish signing in with Discord')
  })

  it('are described with their exact lifetime', () => {
    loadSettings({ AUTH_RESET_TOKEN_TTL: '90m', AUTH_VERIFY_TOKEN_TTL: '36h' })
    expect(composeMail(occasion('reset_password'), reader()).text).toContain(
      'expires in 90 minutes',
    )
    expect(composeMail(occasion('verify_email'), reader()).text).toContain('expires in 36 hours')
    expect(composeMail(occasion('verify_email'), reader({ locale: 'tr' })).text).toContain(
      '36 saat',
    )
  })
})

describe('a security email', () => {
  it.each([
    'reset_password',
    'already_registered',
    'password_changed',
    'refresh_token_reused',
  ] as const)('%s states the time in UTC', (mail) => {
    expect(composeMail(occasion(mail), reader()).text).toContain('When: Nov 21, 2026, 09:05 UTC')
    expect(composeMail(occasion(mail), reader({ locale: 'tr' })).text).toMatch(
      /Zaman: 21 Kas 2026 09:05 UTC/,
    )
  })

  it('states the origin as far as it is known', () => {
    const { text } = composeMail(
      occasion('password_changed', { ip: '192.0.2.1', device: 'curl' }),
      reader(),
    )
    expect(text).toContain('IP address: 192.0.2.1\nDevice: curl')
    expect(composeMail(occasion('password_changed'), reader()).text).not.toContain('IP address')
  })
})

describe('user-provided text', () => {
  const HOSTILE = `<a href=//evil>x</a> {{7*7}} {host} $& \r\nBcc: x <img src=x onerror=1> "'&`

  it('appears as plain text and never in a header', () => {
    const mail = composeMail(occasion('password_changed'), reader({ name: HOSTILE }))
    expect(mail.html).toContain('&lt;a href=//evil&gt;x&lt;/a&gt; {{7*7}} {host} $&amp;')
    expect(mail.html).not.toMatch(/<img|<a href=\/\//)
    expect(mail.text).toContain('{{7*7}} {host} $&')
    expect(`${mail.to}${mail.subject}`).not.toMatch(/evil|Bcc|[\r\n]/)
  })

  const EVIL = 'Blocked, see https://evil.example/secure'

  it.each([
    ['the name of an API key', occasion('api_key_expiring', { details: keyNamed(EVIL) }), {}],
    ['a profile name', occasion('password_changed'), { name: EVIL }],
    ['a device', occasion('password_changed', { device: EVIL }), {}],
  ])('that contains a URL is not a link: %s', (_, about, more) => {
    const { text, html } = composeMail(about, reader(more))
    expect(text).toContain(EVIL)
    expect(html).toContain(EVIL)
    expect(html).not.toMatch(/href="[^"]*evil/)
  })

  it.each([
    ['The key “{passkey}” was added.', []],
    ['{passkey} https://acme.example/help', ['https://acme.example/help']],
    ['https://acme.example/keys?name={passkey}', ['https://acme.example/keys?name=Blocked,']],
    ['https://{host}/{passkey}', ['https://login.example/Blocked,']],
    ['https://{passkey}/help', []],
    ['https://acme.example{passkey}', []],
    ['https://acme.example@{passkey}', []],
    ['https://acme.example:{passkey}', []],
    ['Help: https://{host}/help.', ['https://login.example/help']],
    ['{passkey} {forgot_url}', ['https://login.example/app/auth/forgot-password']],
  ])('leads to no other site from a custom text: %s', (paragraph, links) => {
    const details = { passkey: EVIL }
    const about = occasion('passkey_added', { details })
    const custom = { subject: 'Hi', body: `${paragraph}\n\n{link}`, button: 'Open' }
    const { text, html } = composeMail(about, reader(), custom)
    expect(text).toContain(paragraph.includes('{passkey}') ? EVIL : 'https://login.example/help.')
    const [body] = html.slice(html.indexOf('Hello,')).split('<table')
    expect([...body!.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(links)
  })

  it('falls back to English for an unsupported language', () => {
    expect(composeMail(occasion('password_changed'), reader({ locale: 'xx' })).subject).toBe(
      'Your password was changed',
    )
  })
})

function keyNamed(key: string) {
  return { key, expires: '2027-03-14' }
}

/** The text that an email client shows for HTML, with whitespace collapsed. */
function asText(html: string): string {
  const body = html.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<[^>]+>/g, ' ')
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  }
  return body.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!).replace(/\s+/g, ' ')
}
