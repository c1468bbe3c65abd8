import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { brandedMessages } from '@/lib/brand/brand'
import { loadSettings } from '@/lib/config/settings'
import { plainProblemPage } from '@/lib/http/plain-page'
import { locales } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { showSecret } from '@/lib/identity/mfa/totp'
import { findPasswordErrors } from '@/lib/identity/passwords/password-policy'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import { mailFrame } from '@/lib/messaging/mail/mail-frame'
import { mailKinds, mailOf } from '@/lib/messaging/mail/mails'
import { sampleDetails } from '@/lib/messaging/mail/sample-mail'
import { refuse } from '@/lib/platform/problems'

/** The commands keep their name. */
const BUILT_IN = /gatehouse(?!ctl)/i

beforeEach(() => void loadSettings({ BRAND_PRODUCT_NAME: 'Acme ID' }))

/** The source files of the pages. */
function pageFiles(): string[] {
  return ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      // The guides are about the product, whatever an instance is called.
      .filter((file) => file !== 'app/docs/generated/guide-texts.ts'),
  )
}

describe.each(locales)('with another product name, in %s', (locale) => {
  it('no text of a page or an email contains the built-in name', () => {
    expect(JSON.stringify(messagesFor(locale))).not.toMatch(BUILT_IN)
    expect(
      JSON.stringify([mailFrame[locale], mailKinds.map((kind) => mailOf(kind).texts[locale])]),
    ).not.toMatch(BUILT_IN)
  })

  it('the texts of pages contain the name in place of the built-in one', () => {
    const texts = JSON.stringify(brandedMessages(locale))
    expect(texts).not.toContain('{product}')
    expect(texts.match(/Acme ID/g)?.length).toBe(
      JSON.stringify(messagesFor(locale)).match(/\{product\}/g)!.length,
    )
  })

  it.each(mailKinds)('the email %s contains it', (mail) => {
    const message = composeMail(
      { mail, at: new Date(), token: 'token', details: sampleDetails(mail) },
      { email: 'ada@example.com', name: 'Ada', locale },
    )
    expect(JSON.stringify(message)).not.toMatch(BUILT_IN)
    expect(message.text).toContain('Acme ID')
    expect(message.html).toContain('Acme ID')
  })

  it('an error page that replaces the whole document does not contain the built-in name', () => {
    const about = { locale, nonce: 'n', requestId: 'r', retryPath: '/' }
    expect(plainProblemPage(refuse('internal_error'), about)).not.toMatch(BUILT_IN)
  })
})

it('a change of the name applies immediately', () => {
  expect(brandedMessages('en').auth.login.heading).toBe('Sign in to Acme ID')
  loadSettings({ BRAND_PRODUCT_NAME: 'Globex' })
  expect(brandedMessages('en').auth.login.heading).toBe('Sign in to Globex')
})

it('no page hard-codes the name or uses texts whose placeholder is not replaced', () => {
  const files = pageFiles()
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    expect([file, /Gatehouse/.test(source)]).toEqual([file, false])
    expect([file, /\bmessagesFor\(/.test(source)]).toEqual([file, false])
  }
})

describe('the authenticator label', () => {
  it('is the product name', async () => {
    const { otpauthUrl } = await showSecret(new Uint8Array(20), 'ada@example.com')
    expect(otpauthUrl).toMatch(
      /^otpauth:\/\/totp\/Acme%20ID:ada%40example\.com\?.*&issuer=Acme%20ID&/,
    )
  })

  it('contains no colon, which would end it, and adds no parameters', async () => {
    loadSettings({ BRAND_PRODUCT_NAME: 'Acme: ID & more?' })
    const { otpauthUrl } = await showSecret(new Uint8Array(20), 'ada@example.com')
    const url = new URL(otpauthUrl)
    expect(url.searchParams.get('issuer')).toBe('Acme  ID & more?')
    expect([...url.searchParams.keys()]).toEqual([
      'secret',
      'issuer',
      'algorithm',
      'digits',
      'period',
    ])
  })
})

describe('a password', () => {
  const codes = (password: string) =>
    findPasswordErrors(password, { email: null, pointer: '/password' }).map(({ code }) => code)

  it.each(['my acme id 4 life', 'AcmeID-kwlpqz', 'xACME IDx-qwlpz'])(
    'may not contain the product name: %s',
    (password) => {
      expect(codes(password)).toEqual(['password_contains_service_name'])
    },
  )

  it('may contain the built-in name if the product has another one', () => {
    expect(codes('gatehouse-rocks!')).toEqual([])
  })

  it('may contain a short product name, but not consist of little else', () => {
    loadSettings({ BRAND_PRODUCT_NAME: 'Ax' })
    expect(codes('relaxed otter pond')).toEqual([])
    expect(codes('2024202420 ax!')).toEqual(['password_contains_service_name'])
  })
})
