import { expect, test } from 'vitest'
import { emailField, knownEmailField, personName } from '@/lib/accounts/user-fields'
import { settings, SettingsError } from '@/lib/config/settings'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { useSettings } from '@/tests/kit/test-settings'

test('a required name that is empty or blank is missing, not invalid', () => {
  for (const typed of ['', '  ']) {
    const { error } = personName.safeParse(typed, { reportInput: true })
    expect(fieldErrorsOf(error!)).toMatchObject([{ code: 'required' }])
  }
  expect(personName.parse(' Ada ')).toBe('Ada')
})

test.each(['Ada\u2028Lovelace', 'Ada\u2029', 'Ada\n', '\tAda', 'a\u202Eb', 'a\0b', 'a\ud800b'])(
  'a name is a single line, like every other: %j',
  (typed) => {
    const { error } = personName.safeParse(typed, { reportInput: true })
    expect(fieldErrorsOf(error!)).toMatchObject([{ code: 'invalid_characters' }])
  },
)

test.each([' Root@Example.ORG ', 'root@München.de', 'root@xn--e1afmkfd.xn--p1ai'])(
  'the setup form accepts the address in BOOTSTRAP_ADMIN_EMAIL: %s',
  (email) => {
    useSettings({ BOOTSTRAP_ADMIN_EMAIL: email })
    expect(settings().bootstrapAdminEmail).toBe(emailField.parse(email))
  },
)

test.each([
  'root',
  'root@localhost',
  'rööt@example.org',
  'root@xn--example-.org',
  `${'r'.repeat(65)}@example.org`,
])('refuses to start with an address that the setup form refuses: %s', (email) => {
  expect(emailField.safeParse(email).success).toBe(false)
  expect(() => useSettings({ BOOTSTRAP_ADMIN_EMAIL: email })).toThrow(SettingsError)
})

test.each([
  'ada@xn--example-.com',
  'ada@xn--.example',
  'ada@xn--b-cja0a.example',
  'ada@xn--99999999.example',
  'ada@mail.xn--strasse-.example',
  'ada@example.xn--a',
  // Another spelling of xn--s9kdmjbh.example.
  'ada@xn---s9kdmjbh.example',
])('no one can get the address %s, which no mailbox can have, but its owner signs in', (email) => {
  const { error } = emailField.safeParse(email, { reportInput: true })
  expect(fieldErrorsOf(error!)).toMatchObject([{ code: 'invalid_email' }])
  expect(knownEmailField.parse(email)).toBe(email)
})

test.each([
  'ada@xn--bcher-kva.example',
  'ada@XN--BCHER-KVA.example',
  'ada@xn--strae-oqa.xn--p1ai',
  'ada@mail.xn--fiqs8s',
  'ada@exa--mple.org',
])('the internationalized address %s is accepted', (email) => {
  expect(emailField.parse(email)).toBe(email.toLowerCase())
})
