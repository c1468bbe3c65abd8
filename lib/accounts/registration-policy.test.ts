import { describe, expect, it } from 'vitest'
import { SettingsError } from '@/lib/config/settings'
import { emailField } from '@/lib/accounts/user-fields'
import { checkMayRegister, needsApproval } from '@/lib/accounts/registration-policy'
import { useSettings } from '@/tests/kit/test-settings'

const allows = (email: string) => checkMayRegister(email) === null

describe('who may register', () => {
  it('is anyone by default, and no one while users have to be invited', () => {
    useSettings()
    expect([allows('ada@example.org'), needsApproval()]).toEqual([true, false])
    useSettings({ AUTH_REGISTRATION: 'approval' })
    expect([allows('ada@example.org'), needsApproval()]).toEqual([true, true])
    useSettings({ AUTH_REGISTRATION: 'invited', AUTH_REGISTRATION_DOMAINS: 'example.org' })
    expect(checkMayRegister('ada@example.org')).toMatchObject({ code: 'registration_closed' })
  })

  it.each([
    ['ada@example.org', true],
    ['ada@sub.example.org', false],
    ['ada@notexample.org', false],
    ['ada@example.org.evil.test', false],
    ['"@example.org"@evil.test', false],
    ['ada@example.com', false],
    ['ada@eu.example.com', true],
    ['ada@a.b.example.com', true],
    ['ada@evilexample.com', false],
  ])('with example.org and *.example.com: %s %s', (email, allowed) => {
    useSettings({
      AUTH_REGISTRATION: 'domains',
      AUTH_REGISTRATION_DOMAINS: 'Example.ORG, *.example.com',
    })
    expect(allows(email)).toBe(allowed)
  })

  it.each([
    ['ada@München.de', true],
    ['ada@xn--mnchen-3ya.de', true],
    ['ada@sub.xn--bcher-kva.example', true],
    ['ada@bücher.example', false],
  ])('with münchen.de and *.bücher.example: %s %s', (email, allowed) => {
    useSettings({
      AUTH_REGISTRATION: 'domains',
      AUTH_REGISTRATION_DOMAINS: 'München.de, *.bücher.example',
    })
    expect(allows(emailField.parse(email))).toBe(allowed)
  })

  it.each([
    '',
    ',',
    'boo\u212a.example',
    '*.ｂ.example',
    'example',
    '@example.org',
    '*example.org',
    '*.*.example.org',
    'a b.org',
    '*',
  ])('refuses to start with the domains %j', (domains) => {
    const env = { AUTH_REGISTRATION: 'domains', AUTH_REGISTRATION_DOMAINS: domains }
    expect(() => useSettings(env)).toThrow(SettingsError)
  })

  it('ignores the domains in other modes', () => {
    useSettings({ AUTH_REGISTRATION_DOMAINS: 'example.org' })
    expect(allows('ada@example.com')).toBe(true)
  })
})
