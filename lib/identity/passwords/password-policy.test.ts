import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { COMMON_PASSWORDS } from '@/lib/identity/passwords/common-passwords'
import { findPasswordErrors, isCommonPassword } from '@/lib/identity/passwords/password-policy'

beforeEach(() => void loadSettings({}))

const codes = (password: string, email: string | null = null) =>
  findPasswordErrors(password, { email, pointer: '/password' }).map((fault) => fault.code)

/** Unrelated letters, so that only the length matters. */
const text = (length: number) => 'vkjqzxwmhd'.repeat(100).slice(0, length)

describe('the length of a password', () => {
  it("has exact limits: 12 and 128 pass, 11 and 129 don't", () => {
    expect([11, 12, 128, 129].map((length) => codes(text(length)))).toEqual([
      ['password_too_short'],
      [],
      [],
      ['password_too_long'],
    ])
  })

  it('follows AUTH_PASSWORD_MIN_LENGTH', () => {
    loadSettings({ AUTH_PASSWORD_MIN_LENGTH: '15' })
    expect([14, 15].map((length) => codes(text(length)))).toEqual([['password_too_short'], []])
  })

  it('counts each code point once, however it is encoded or composed', () => {
    expect(codes('🦉🦊🐝🦋🐢🦑🦞🐬🐳🦈🐙')).toEqual(['password_too_short'])
    expect(codes('🦉🦊🐝🦋🐢🦑🦞🐬🐳🦈🐙🦀')).toEqual([])
    expect(codes('e\u0301'.repeat(11))).toEqual(['password_too_short'])
    expect(codes('e\u0301'.repeat(128))).toEqual([])
  })

  it('is the only check on a megabyte of text', () => {
    expect(codes('x'.repeat(1_000_000))).toEqual(['password_too_long'])
    expect(codes('\u0344\u0300'.repeat(500_000))).toEqual(['password_too_long'])
  })

  it('is also counted in bytes where bcrypt would drop the rest', () => {
    loadSettings({ AUTH_PASSWORD_HASH: 'bcrypt' })
    expect(codes(text(72))).toEqual([])
    expect(codes(text(73))).toEqual(['password_too_long'])
    expect(codes('ü'.repeat(36))).toEqual([])
    expect(codes('ü'.repeat(37))).toEqual(['password_too_long'])
  })

  it('is given to the form as the number of characters that fit', () => {
    const limit = (password: string) =>
      findPasswordErrors(password, { email: null, pointer: '/password' })[0]?.figures
    expect(limit(text(129))).toEqual({ max: 128 })
    expect(limit('x'.repeat(1_000_000))).toEqual({ max: 128 })
    loadSettings({ AUTH_PASSWORD_HASH: 'bcrypt' })
    expect(limit(text(73))).toEqual({ max: 72 })
    expect(limit('ü'.repeat(37))).toEqual({ max: 36 })
    expect(limit(`x${'🦉'.repeat(18)}`)).toEqual({ max: 18 })
  })
})

describe('common passwords', () => {
  it.each([
    'password2024!!',
    'PassWord123456',
    '!!!!!!!!dragon',
    '1q2w3e4r5t6y',
    'sunshine 2024',
    '2024 iloveyou!',
    'administrator',
  ])('are refused whatever surrounds them: %s', (password) =>
    expect(codes(password)).toEqual(['password_common']),
  )

  it.each([
    '111111111111',
    '123456789012',
    '(1234567890)',
    'aaaaaaaaaaaa',
    'ŞIFREM-1234567',
    'galatasaray1905',
  ])('are found on the list: %s', (password) =>
    expect(codes(password)).toEqual(['password_common']),
  )

  it.each([
    'correct horse battery',
    'a password of mine',
    'zebra7cactus!moon',
    '493017452283',
    'abc 1234567890',
  ])("don't include other passwords: %s", (password) => expect(codes(password)).toEqual([]))

  it('number as many as agreed, and include the most frequent ones', () => {
    expect(COMMON_PASSWORDS.trim().split(/\s+/).length).toBeGreaterThan(20_000)
    for (const word of [
      '123456',
      'qwerty',
      'letmein',
      'monkey',
      'football',
      'trustno1',
      'p@ssw0rd',
      'password',
    ])
      expect(isCommonPassword(word)).toBe(true)
  })
})

describe('context words', () => {
  it("refuses the service's name anywhere, in any case", () => {
    expect(codes('my GateHouse key 7')).toEqual(['password_contains_service_name'])
  })

  it("refuses the email's local part anywhere, in any case", () => {
    expect(codes('I am JANE.DOE today', 'jane.doe@example.com')).toEqual([
      'password_contains_email',
    ])
    expect(codes('I am jane today', 'jane.doe@example.com')).toEqual([])
  })

  it('refuses a short local part only when nothing else is there, so that a user called "a" can choose a password', () => {
    expect(codes('a perfectly fine phrase', 'a@example.com')).toEqual([])
    expect(codes('bob-1234567890', 'bob@example.com')).toEqual(['password_contains_email'])
  })
})

describe('the characters of a password', () => {
  it.each(['NUL in \0 the middle', 'a lone \ud800 surrogate'])(
    "are refused if they can't be stored: %j",
    (password) => expect(codes(password)).toEqual(['password_unreadable']),
  )

  it('are otherwise unrestricted', () => {
    expect(codes('пароль из четырёх слов')).toEqual([])
    expect(codes('            x')).toEqual([])
  })
})

it('says what to do, at the given field', () => {
  const faults = findPasswordErrors('vkjqz', { email: null, pointer: '/new_password' })
  expect(faults).toEqual([
    {
      pointer: '/new_password',
      code: 'password_too_short',
      detail: expect.stringContaining('at least 12 characters') as string,
    },
  ])
})
