import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { locales } from '@/lib/i18n/locale'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import {
  builtInText,
  EDITABLE_MAILS,
  MAIL_TEXT_LENGTHS,
  type MailText,
  parseMailTextName,
  placeholdersFor,
  readMailText,
} from '@/lib/messaging/mail/editable-text'
import { sampleDetails } from '@/lib/messaging/mail/sample-mail'

beforeEach(() => void loadSettings({ BRAND_PRODUCT_NAME: 'Acme & Co' }))

const ALL = EDITABLE_MAILS.flatMap((kind) => locales.map((locale) => ({ kind, locale })))
const TOKEN = 'pZ3_kq9-'.repeat(6).slice(0, 43)
const AT = new Date('2026-11-21T09:05:00.000Z')

type Key = (typeof ALL)[number]

const compose = ({ kind, locale }: Key, text: MailText | null) =>
  composeMail(
    {
      mail: kind,
      at: AT,
      token: TOKEN,
      ip: '192.0.2.1',
      device: 'Firefox, Linux',
      details: sampleDetails(kind),
    },
    { email: 'ada@example.com', name: 'Ada', locale },
    text,
  )
const codes = (result: ReturnType<typeof readMailText>) =>
  result.ok ? [] : (result.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)

const plain = { subject: 'Hi from {product}', body: 'Open this:\n\n{link}\n\nBye.', button: 'Open' }

describe.each(ALL)('$kind in $locale', (key) => {
  it('has a valid built-in text, which as a custom text produces the same email', () => {
    const text = builtInText(key.kind, key.locale)
    expect(readMailText(key, text)).toEqual({ ok: true, text })
    expect(compose(key, text)).toEqual(compose(key, null))
  })

  it('fills every placeholder it declares', () => {
    const body = `${placeholdersFor(key.kind)
      .filter((name) => name !== 'link')
      .map((name) => `{${name}}`)
      .join(' ')}\n\n{link}`
    const read = readMailText(key, { ...plain, body })
    if (!read.ok) throw new Error(JSON.stringify(read))
    const { text, html } = compose(key, read.text)
    expect(`${text}${html}`).not.toMatch(/\{\w+\}/)
    expect(html).toContain('Acme &amp; Co')
  })

  it.each([
    ['subject', 'Hi\r\nBcc: x@evil.example', '/subject invalid_characters'],
    ['subject', 'Hi\u0000', '/subject invalid_characters'],
    ['subject', 'Hi \u202Emoc.live', '/subject invalid_characters'],
    ['subject', 'Hi\u2028Bcc: x@evil.example', '/subject invalid_characters'],
    ['subject', 'Sign in: {link}', '/subject placeholder_not_available'],
    ['subject', 'Hi {forgot_url}', '/subject placeholder_not_available'],
    ['subject', '', '/subject required'],
    ['subject', 'x'.repeat(MAIL_TEXT_LENGTHS.subject + 1), '/subject too_long'],
    ['button', 'Open\nhere', '/button invalid_characters'],
    ['button', 'x'.repeat(MAIL_TEXT_LENGTHS.button + 1), '/button too_long'],
    ['body', 'No way in.', '/body link_required'],
    ['body', '{link}\n\n{link}', '/body link_required'],
    ['body', '{ link }', '/body placeholder_not_available'],
    ['body', '{{link}}', '/body placeholder_not_available'],
    ['body', '{token} {link}', '/body placeholder_not_available'],
    ['body', '{__proto__} {link}', '/body placeholder_not_available'],
    ['body', '{constructor} {link}', '/body placeholder_not_available'],
    ['body', 'https://evil.example/?t={link}', '/body link_not_apart'],
    ['body', '{link}.evil.example', '/body link_not_apart'],
    ['body', '{link},(https://evil.example)', '/body link_not_apart'],
    ['body', 'https://evil.example/({link})', '/body link_not_apart'],
    ['body', '{link} https://evil.example/?t={forgot_url}.', '/body link_not_apart'],
    ['body', 'https://evil.example/?t=\u00a0{link}', '/body link_not_apart'],
    ['body', 'https://evil.example/?t=\u2028({link})', '/body link_not_apart'],
    ['body', 'https://evil.example/?t=\u3000{link}', '/body link_not_apart'],
    ['body', '{link} https://evil.example/?t=\ufeff{forgot_url}', '/body link_not_apart'],
    ['body', '{link}\u00a0evil', '/body link_not_apart'],
    ['body', '<a href="https://evil.example">{product}</a> {link}', '/body html_not_supported'],
    ['body', '<script>alert(1)</script>\n\n{link}', '/body html_not_supported'],
    ['body', 'Hi\u0000\n\n{link}', '/body invalid_characters'],
    ['body', '\ud800\n\n{link}', '/body invalid_characters'],
    ['body', `{link} ${'x'.repeat(MAIL_TEXT_LENGTHS.body)}`, '/body too_long'],
  ])('refuses a %s of %j', (field, value, error) => {
    expect(codes(readMailText(key, { ...plain, [field]: value }))).toEqual([error])
  })

  it('shows markup, entities and replacement patterns as typed', () => {
    const body = `a < b & c > "d" 'e' $& $1 \\0 %s &lt;b&gt; style="x"\nsecond line\n\n{link}`
    const read = readMailText(key, { ...plain, body, subject: '"A" & B\' $& 1 < 2' })
    if (!read.ok) throw new Error(JSON.stringify(read))
    const { subject, text, html } = compose(key, read.text)
    expect(subject).toBe('"A" & B\' $& 1 < 2')
    expect(text).toContain(body.split('\n\n')[0])
    expect(html).toContain(
      'a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39; $&amp; $1 \\0 %s &amp;lt;b&amp;gt; style=&quot;x&quot;<br>second line',
    )
  })

  it('keeps the facts, the footer and the single link with any text', () => {
    const built = compose(key, null)
    const own = compose(key, plain)
    const footer = (text: string) => text.slice(text.indexOf('\n-- \n'))
    expect(footer(own.text)).toBe(footer(built.text))
    const link = /https?:\/\/\S+token=\S+/
    expect(own.text.match(link)![0]).toBe(built.text.match(link)![0])
    expect(own.html.match(/href="[^"]*token=/g)).toHaveLength(2)
    if (built.text.includes('192.0.2.1')) expect(own.text).toContain('192.0.2.1')
  })
})

it('renders a link within the text as a link without a button', () => {
  const key = { kind: 'reset_password', locale: 'en' } as const
  const { text, html } = compose(key, { ...plain, body: 'Go to {link} now.\n\nBye.' })
  const url = `http://localhost:3000/auth/reset-password?token=${TOKEN}`
  expect(text).toContain(`Go to ${url} now.`)
  expect(html).toContain(`Go to <a href="${url}" style="color:inherit">${url}</a> now.`)
  expect(html).not.toContain('class="button"')
})

it.each([
  ['Go to {link}.', 'Go to <URL>.', 'Go to LINK.'],
  ['Open ({link}), please', 'Open (<URL>), please', 'Open (LINK), please'],
  ['({link}\nnow', '(URL\nnow', '(LINK<br>now'],
])('keeps the punctuation after a link out of it: %j', (body, inText, inHtml) => {
  const key = { kind: 'reset_password', locale: 'en' } as const
  const read = readMailText(key, { ...plain, body })
  if (!read.ok) throw new Error(JSON.stringify(read))
  const { text, html } = compose(key, read.text)
  const url = `http://localhost:3000/auth/reset-password?token=${TOKEN}`
  expect(text).toContain(inText.replace('URL', url))
  expect(html).toContain(
    inHtml.replace('LINK', `<a href="${url}" style="color:inherit">${url}</a>`),
  )
})

it('makes a stored multi-line subject a single line', () => {
  const key = { kind: 'reset_password', locale: 'en' } as const
  expect(compose(key, { ...plain, subject: 'Hi\r\nBcc: x@evil.example' }).subject).toBe(
    'HiBcc: x@evil.example',
  )
})

it.each([
  null,
  'text',
  7,
  [],
  { subject: 'x' },
  { ...plain, html: '<b>' },
  { ...plain, subject: ['x'] },
])('refuses an invalid text: %j', (input) => {
  expect(readMailText({ kind: 'invitation', locale: 'en' }, input).ok).toBe(false)
})

it.each(['verify_email', 'verify_email.de', 'nothing.en', 'verify_email.en.x', '__proto__.en', ''])(
  'recognizes no email named %j',
  (name) => expect(parseMailTextName(name)).toBeNull(),
)

it('does not let the warning about changed mail settings be reworded, in any language', () => {
  for (const locale of locales)
    expect(parseMailTextName(`mail_settings_changed.${locale}`)).toBeNull()
})
