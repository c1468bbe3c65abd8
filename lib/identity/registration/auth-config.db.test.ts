import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/v1/auth/config/route'
import { db } from '@/lib/platform/db/database'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeEach(clearProfileFields)

async function read(settings: Record<string, string> = {}) {
  useSettings(settings)
  const answer = await GET(new Request('http://x/api/v1/auth/config'), {
    params: Promise.resolve({}),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

const DOMAINS = { AUTH_REGISTRATION: 'domains', AUTH_REGISTRATION_DOMAINS: 'secret.example' }

describe('what sign-in and sign-up forms need', () => {
  it('is public, with the fields, rules, providers, and bot check of the pages', async () => {
    const label = { en: 'Team', tr: 'Ekip' }
    const choice = { type: 'choice', options: ['Sales', 'Support'] }
    await makeProfileField({ key: 'team', label, ...choice, required: true })
    const config = await read({
      AUTH_REGISTRATION: 'approval',
      AUTH_PASSWORD_MIN_LENGTH: '14',
      AUTH_EMAIL_CODE: 'true',
      OAUTH_ACME_ISSUER: 'https://acme.example',
      OAUTH_ACME_CLIENT_ID: 'client-id',
      OAUTH_ACME_CLIENT_SECRET: 'provider-secret',
      OAUTH_ACME_LABEL: 'Acme ID',
      SEC_BOTCHECK_SITE_KEY: 'site-key',
      SEC_BOTCHECK_SECRET_KEY: 'bot-secret',
    })
    const limits = { max_length: null, minimum: null, maximum: null }
    expect(config).toEqual({
      registration: {
        mode: 'approval',
        domains: null,
        fields: [{ key: 'team', label, ...choice, ...limits }],
      },
      password: { min_length: 14 },
      sign_in: {
        passkeys: true,
        email_code: true,
        providers: [{ id: 'acme', label: 'Acme ID' }],
      },
      bot_check: { provider: 'turnstile', site_key: 'site-key' },
    })
  })

  it('contains no field that registration does not ask for', async () => {
    await makeProfileField({ key: 'optional' })
    const hidden = { readable_by: 'administrators', writable_by: 'administrators' }
    await makeProfileField({ key: 'internal', ...hidden })
    expect(await read()).toMatchObject({ registration: { mode: 'open', fields: [] } })
  })

  it('contains no field while no one may register', async () => {
    await makeProfileField({ required: true })
    const closed = { AUTH_REGISTRATION: 'invited' }
    expect(await read(closed)).toMatchObject({ registration: { mode: 'invited', fields: [] } })
  })

  it('names domains only where the page does', async () => {
    expect(await read(DOMAINS)).toMatchObject({ registration: { domains: ['secret.example'] } })
    const hidden = await read({ ...DOMAINS, AUTH_REGISTRATION_SHOW_DOMAINS: 'false' })
    const unused = await read({ ...DOMAINS, AUTH_REGISTRATION: 'open' })
    expect(JSON.stringify([hidden, unused])).not.toContain('secret.example')
  })

  it('costs no query while the fields are in memory', async () => {
    await makeProfileField({ required: true })
    const first = await read()
    const query = vi.spyOn(db().profileField, 'findMany').mockRejectedValue(new Error('queried'))
    expect(await read()).toEqual(first)
    query.mockRestore()
  })
})
