import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { placeholdersOf } from '@/lib/i18n/format'
import { locales } from '@/lib/i18n/locale'
import { findSecurityNotice } from '@/lib/messaging/inbox/security-events'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { mailKinds, mailOf, mailRequest } from '@/lib/messaging/mail/mails'
import type { queueMail } from '@/lib/messaging/mail/queue-mail'

const text = {
  name: 'Role granted',
  subject: 'You have a new role',
  before: ['You now have the role {role} at {host}.'],
  button: 'Sign in',
  after: ['Ask the administrator of {host} if you have questions.'],
  why: 'You’re receiving this email because you have an account at {host}.',
} as const
const declaration = {
  kind: 'role_granted',
  data: notice.extend({ role: z.string() }),
  details: { role: { label: { en: 'Role', tr: 'Rol' }, sample: 'editor' } },
  accounts: ['active'],
  link: { path: '/auth/login' },
  facts: true,
  once: false,
} as const

/** Never called: the type check is the test. */
export function declarations() {
  const texts = { en: text, tr: text }
  const inbox = {
    href: '/dashboard',
    texts: { en: { title: 'Role {role}', body: '' }, tr: { title: '', body: '' } },
  } as const
  defineMail({ ...declaration, texts, inbox })
  // @ts-expect-error The Turkish text is missing.
  defineMail({ ...declaration, texts: { en: text }, inbox })
  // @ts-expect-error The Turkish subject is missing.
  defineMail({ ...declaration, texts: { en: text, tr: { ...text, subject: undefined } }, inbox })
  // @ts-expect-error The Turkish text has a placeholder that nothing fills.
  defineMail({ ...declaration, texts: { en: text, tr: { ...text, after: ['{rol}'] } }, inbox })
  // @ts-expect-error Without a token in the link, there is no lifetime to tell.
  defineMail({ ...declaration, texts: { en: { ...text, subject: '{life}' }, tr: text }, inbox })
  // @ts-expect-error A detail is not in the data.
  defineMail({ ...declaration, data: notice, texts, inbox })
  const withoutTime = z.object({ userId: z.uuid(), role: z.string() })
  // @ts-expect-error The data names an account, but not when it happened.
  defineMail({ ...declaration, data: withoutTime, texts, inbox: null })
  // @ts-expect-error The Turkish inbox text is missing.
  defineMail({ ...declaration, texts, inbox: { ...inbox, texts: { en: inbox.texts.en } } })
  const wrong = { en: inbox.texts.en, tr: { title: '{host}', body: '' } } as const
  // @ts-expect-error An inbox text has a placeholder that nothing fills.
  defineMail({ ...declaration, texts, inbox: { ...inbox, texts: wrong } })
  const withoutAccount = { ...declaration, data: z.object({ email: z.string(), role: z.string() }) }
  defineMail({ ...withoutAccount, texts, inbox: null })
  // @ts-expect-error Without an account there is no inbox.
  defineMail({ ...withoutAccount, texts, inbox })
}

/** Never called: the type check is the test. */
export function requests(queue: (request: Parameters<typeof queueMail>[1]) => void) {
  const about = { userId: '', at: '' }
  queue({ mail: 'identity_linked', ...about, provider: 'Google' })
  // @ts-expect-error The data of the email is missing.
  queue({ mail: 'identity_linked', ...about })
  // @ts-expect-error No email of that kind is declared.
  queue({ mail: 'role_granted', ...about })
  // @ts-expect-error The email has no such data.
  queue({ mail: 'password_changed', ...about, provider: 'Google' })
}

describe.each(mailKinds)('the email %s', (kind) => {
  const { link, texts, inbox } = mailOf(kind)

  it('leads to pages that exist', () => {
    for (const path of [link.path, ...(inbox ? [inbox.href] : [])])
      expect([path, existsSync(`app/${path}/page.tsx`)]).toEqual([path, true])
  })

  it('has translated texts, none of them empty or padded', () => {
    const flat = (locale: 'en' | 'tr') => JSON.stringify([texts[locale], inbox?.texts[locale]])
    const all = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(all)
    for (const locale of locales)
      for (const each of all([texts[locale], inbox?.texts[locale]]))
        expect(each.trim()).toBe(each || 'a text')
    expect(placeholdersOf(flat('tr'))).toEqual(placeholdersOf(flat('en')))
    // Its vowels would depend on the value.
    expect(flat('tr'), 'a suffix on a placeholder').not.toMatch(/\}[’']?\p{L}/u)
    const english = new Set(all([texts.en, inbox?.texts.en]))
    expect(all([texts.tr, inbox?.texts.tr]).filter((each) => english.has(each))).toEqual([])
  })

  it('is in the inbox if it says so', () => {
    expect(findSecurityNotice(kind)).toBe(inbox)
  })
})

it.each([
  ['en', 'passkeys were removed'],
  ['tr', 'geçiş anahtarlarınız kaldırıldı'],
] as const)('says that a reset of two-step verification removed passkeys (%s)', (locale, words) => {
  const { texts, inbox } = mailOf('mfa_reset')
  for (const each of [texts[locale], inbox?.texts[locale]])
    expect(JSON.stringify(each)).toContain(words)
})

it('is declared once', () => {
  expect(new Set(mailKinds).size).toBe(mailKinds.length)
})

it.each([
  { mail: 'nothing', email: 'ada@example.com' },
  { mail: 'reset_password' },
  { mail: 'recovery_code_used', userId: crypto.randomUUID(), at: '2026-11-21T09:05:00.000Z' },
])('a queued request without a known kind or its data is refused: %j', (payload) => {
  expect(() => mailRequest.parse(payload)).toThrow()
})
