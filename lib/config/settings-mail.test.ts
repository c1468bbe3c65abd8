import { describe, expect, it } from 'vitest'
import { loadSettings, type SettingsError } from '@/lib/config/settings'
import { productionEnvironment } from '@/tests/kit/production-environment'

const { MAIL_DRIVER: _, ...production } = productionEnvironment('postgresql://x/y')
const SMTP = { SMTP_URL: 'smtp://mail.example.org' }
const RESEND = { RESEND_API_KEY: 're_x' }

function faultsOf(source: Record<string, string>): string[] {
  try {
    loadSettings(source)
    return []
  } catch (error) {
    return (error as SettingsError).faults
  }
}

describe('the sender of emails', () => {
  it.each([
    SMTP,
    RESEND,
    { ...SMTP, MAIL_DRIVER: 'smtp' },
    { ...RESEND, MAIL_DRIVER: 'resend' },
    { ...SMTP, MAIL_FROM: ' ' },
  ])('is required to start in production: %j', (mail) => {
    expect(faultsOf({ ...production, ...mail })).toEqual(['MAIL_FROM must be set in production'])
    expect(faultsOf({ ...production, ...mail, MAIL_FROM: 'Gatehouse <id@example.org>' })).toEqual(
      [],
    )
  })

  it('is optional if no emails are sent', () => {
    expect(faultsOf({ ...production, MAIL_DRIVER: 'log' })).toEqual([])
    expect(loadSettings({}).warnings).toEqual([])
  })

  it.each([
    'Gatehouse',
    'no-reply',
    'a@b@c',
    'Gatehouse <>',
    'Gatehouse <id@example.org',
    '<a b@example.org>',
  ])('is refused if malformed: %s', (MAIL_FROM) => {
    expect(faultsOf({ MAIL_FROM })).toEqual([
      'MAIL_FROM is not a sender such as Acme <no-reply@example.org>',
    ])
  })

  it.each([{}, { MAIL_FROM: 'Gatehouse <no-reply@localhost>' }])(
    'causes a warning if it is on localhost: %j',
    (from) => {
      expect(loadSettings({ ...SMTP, ...from }).warnings).toEqual([
        expect.stringMatching(/^MAIL_FROM should be an address of your own domain/),
      ])
    },
  )
})
