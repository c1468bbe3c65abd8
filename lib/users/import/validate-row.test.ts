import { describe, expect, it } from 'vitest'
import type { RawRow } from '@/lib/users/import/import-columns'
import { refusedValue, validateRow } from '@/lib/users/import/validate-row'

const BCRYPT = `$2y$10$${'a'.repeat(53)}`
const of = (row: RawRow) => validateRow({ email: 'a@x.org', ...row })
const codeOf = (row: RawRow) => {
  const verdict = of(row)
  return verdict.ok ? 'ok' : verdict.code
}

describe('a row', () => {
  it('with only an address is a pending user with the role user', () => {
    expect(validateRow({ email: ' Ada@X.org ' })).toEqual({
      ok: true,
      user: {
        email: 'ada@x.org',
        name: null,
        locale: null,
        emailVerified: false,
        status: 'pending',
        roles: ['user'],
        passwordHash: null,
        profile: {},
      },
    })
  })

  it.each([true, 'true', 'TRUE', ' yes ', '1'])('with a verified address is active: %j', (flag) => {
    expect(of({ email_verified: flag })).toMatchObject({ ok: true, user: { status: 'active' } })
  })

  it.each([
    [{ email_verified: true, status: 'pending' }, 'status_conflict'],
    [{ email_verified: false, status: 'active' }, 'status_conflict'],
    [{ status: 'active' }, 'status_conflict'],
    [{ status: 'deleted' }, 'not_supported'],
    [{ status: 'deactivated' }, 'ok'],
    [{ email_verified: 'true', status: 'deactivated' }, 'ok'],
    [{ email_verified: 'maybe' }, 'not_supported'],
    [{ email_verified: 2 }, 'invalid_type'],
    [{ email: undefined }, 'required'],
    [{ email: 'nobody' }, 'invalid_email'],
    [{ email: 7 }, 'invalid_type'],
    [{ email: `${'a'.repeat(400)}@x.org` }, 'too_long'],
    [{ name: 'x'.repeat(101) }, 'too_long'],
    [{ name: 'a\u202Eb' }, 'invalid_characters'],
    [{ name: { a: 1 } }, 'invalid_type'],
    [{ locale: 'TR' }, 'ok'],
    [{ locale: 'xx' }, 'not_supported'],
    [{ roles: 'user|editor' }, 'ok'],
    [{ roles: '' }, 'required'],
    [{ roles: [1] }, 'invalid_type'],
    [{ roles: Array.from({ length: 21 }, () => 'r') }, 'too_long'],
    [{ password_hash: BCRYPT }, 'ok'],
    [{ password_hash: 'correct horse battery staple' }, 'unsupported_hash'],
    [{ password_hash: 5 }, 'invalid_type'],
  ])('%j is validated: %s', (row, code) => {
    expect(codeOf(row as RawRow)).toBe(code)
  })

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ name: 'a\u202Eb' }, 'name'],
    [{ locale: 'xx' }, 'locale'],
    [{ email_verified: 'maybe' }, 'email_verified'],
    [{ status: 'active' }, 'status'],
    [{ roles: [1] }, 'roles'],
    [{ password_hash: 'hunter2' }, 'password_hash'],
  ])('%j is refused for its column: %s', (row, column) => {
    expect(of(row as RawRow)).toMatchObject({ ok: false, column })
  })

  it('that is refused repeats none of its values', () => {
    for (const row of [
      { password_hash: 'my-clear-secret' },
      { email: 'my-clear-secret' },
      { status: 'my-clear-secret' },
    ])
      expect(JSON.stringify(of(row))).not.toContain('my-clear-secret')
  })

  it('accepts roles in one cell or as a list', () => {
    const one = of({ roles: ' user | Team A ' })
    expect(one).toMatchObject({ user: { roles: ['user', 'Team A'] } })
    expect(of({ roles: ['user', 'Team A'] })).toEqual(one)
    expect(of({ roles: [] })).toMatchObject({ user: { roles: [] } })
  })
})

describe('the value in a report', () => {
  it.each([
    ['status', { status: 'actve' }, 'actve'],
    ['email_verified', { email_verified: 2 }, '2'],
    ['roles', { roles: ['no such role'] }, '["no such role"]'],
    ['name', { name: `a\u202Eb\nc\ud800${'d'.repeat(500)}` }, `abc${'d'.repeat(56)}…`],
    ['name', { name: '\u202E' }, null],
    ['locale', {}, null],
    [null, { name: 'x' }, null],
  ] as const)(
    'of the column %s, from %j, is on one line and shortened: %s',
    (column, row, shown) => {
      expect(refusedValue(column, row)).toBe(shown)
    },
  )

  it('never comes from the password column', () => {
    expect(refusedValue('password_hash', { password_hash: 'hunter2' })).toBeNull()
  })
})
