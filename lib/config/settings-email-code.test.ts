import { describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { useSettings } from '@/tests/kit/test-settings'

const PRODUCTION = {
  APP_ENV: 'production',
  APP_BASE_URL: 'https://id.example.com',
  DATABASE_URL: 'postgres://db/gatehouse',
  AUTH_JWT_SECRET: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
  AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  SEC_BOTCHECK_SITE_KEY: 'site',
  SEC_BOTCHECK_SECRET_KEY: 'secret',
  TRUST_PROXY_HOPS: '1',
  MAIL_FROM: 'us@example.com',
  AUTH_EMAIL_CODE: 'true',
}

describe('sign-in by email', () => {
  it('is off by default', () => expect(useSettings().emailCode).toBe(false))

  it('is on with a mail server', () => {
    expect(loadSettings({ ...PRODUCTION, SMTP_URL: 'smtp://mail' }).emailCode).toBe(true)
  })

  it('does not start without one in production: codes would only be in the log', () => {
    const load = () => loadSettings({ ...PRODUCTION, MAIL_DRIVER: 'log' })
    expect(load).toThrow(/AUTH_EMAIL_CODE needs a mail server/)
  })

  it('waits for the mail server that the settings area will have', () => {
    expect(loadSettings({ ...PRODUCTION, MAIL_DRIVER: 'settings' }).emailCode).toBe(false)
  })
})
