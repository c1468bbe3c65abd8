import { describe, expect, it } from 'vitest'
import { environmentNames } from '@/lib/config/env'
import { loadSettings, type SettingsError } from '@/lib/config/settings'
import { unknownSettings } from '@/lib/config/unknown-settings'
import { COMMON_VARIABLES } from '@/tests/kit/common-variables'

describe('an unknown variable that looks like a setting', () => {
  it.each([
    ['AUTH_ACESS_TOKEN_TTL', 'AUTH_ACCESS_TOKEN_TTL'],
    ['AUTH_MAX_LOGIN_ATTEMPS', 'AUTH_MAX_LOGIN_ATTEMPTS'],
    ['SMTP_URI', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['OAUTH_GOOGLE_CLIENTID', 'OAUTH_GOOGLE_CLIENT_ID'],
    ['TRUST_PROXY', 'TRUST_PROXY_HOPS'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s is reported with the setting that was probably meant: %s', (name, meant) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([
      `${name} is not a setting and is ignored; did you mean ${meant}?`,
    ])
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEE_URL', 'DATABASE_URL'],
    ['DATABAZE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['RDIS_URL', 'REDIS_URL'],
    ['AUHT_JWT_SECRET', 'AUTH_JWT_SECRET'],
    ['OUATH_GOOGLE_CLIENT_ID', 'OAUTH_GOOGLE_CLIENT_ID'],
    ['OTEL_EXPORTER_OTLP_ENPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['database_url', 'DATABASE_URL'],
  ])('%s is reported although its first word is unknown: %s', (name, meant) => {
    expect(unknownSettings({ [name]: 'hush-hush' })).toEqual([
      `${name} is not a setting and is ignored; did you mean ${meant}?`,
    ])
  })

  it.each(['SMS_X', 'S3_TYPE', 'STRIPE_PAIR'])(
    '%s is reported alone if no setting is similar',
    (name) => {
      expect(unknownSettings({ [name]: 'x' })).toEqual([`${name} is not a setting and is ignored`])
    },
  )

  it('is reported with the faults of a failed start, which it may have caused, and never with its value', () => {
    const source = { APP_ENV: 'production', AUTH_JWT_SECRT: 'hush-hush', PORT: '0' }
    const { faults } = errorOf(source)
    expect(faults).toContain('AUTH_JWT_SECRET must be set in production')
    expect(faults).toContain(
      'AUTH_JWT_SECRT is not a setting and is ignored; did you mean AUTH_JWT_SECRET?',
    )
    expect(faults.join()).not.toContain('hush-hush')
  })

  it('does not stop the start', () => {
    const { warnings } = loadSettings({ AUTH_ACESS_TOKEN_TTL: '5m' })
    expect(warnings).toEqual([
      expect.stringMatching(/^AUTH_ACESS_TOKEN_TTL .*AUTH_ACCESS_TOKEN_TTL\?$/),
    ])
  })
})

describe('the check for unknown settings', () => {
  it('ignores known settings, empty variables and those of other programs', () => {
    const known = Object.fromEntries(environmentNames.map((name) => [name, 'x']))
    const others = {
      PATH: '/bin',
      HOSTNAME: 'box',
      MAIL: '/var/mail',
      NODE_ENV: 'production',
      AUTHOR: 'Ada',
    }
    expect(unknownSettings({ ...known, ...others, AUTH_TYPO: ' ' })).toEqual([])
  })

  it('ignores what shells, containers, hosts, and CI systems set', () => {
    expect(COMMON_VARIABLES.length).toBeGreaterThan(300)
    const source = Object.fromEntries(COMMON_VARIABLES.map((name) => [name, 'x']))
    expect(unknownSettings(source)).toEqual([])
  })

  it('ignores what Kubernetes sets for a service named redis', () => {
    const source = {
      REDIS_SERVICE_HOST: '10.0.0.11',
      REDIS_SERVICE_PORT: '6379',
      REDIS_PORT: 'tcp://10.0.0.11:6379',
      REDIS_PORT_6379_TCP_ADDR: '10.0.0.11',
    }
    expect(unknownSettings(source)).toEqual([])
  })

  it('copes with a very long name', () => {
    expect(unknownSettings({ [`AUTH_${'A'.repeat(100_000)}`]: 'x' })[0]).toMatch(/is ignored$/)
  })
})

function errorOf(source: Record<string, string>): SettingsError {
  try {
    loadSettings(source)
  } catch (error) {
    return error as SettingsError
  }
  throw new Error('the settings were accepted')
}
