import { describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import {
  everythingWritten,
  NOTHING_WRITTEN,
  sessionOf,
  useProviders,
} from '@/tests/kit/external-journey'
import { STAND_IN_IDS, type StandInId } from '@/tests/kit/providers/all-providers'
import type { Person } from '@/tests/kit/providers/dialect'
import type { Mode } from '@/tests/kit/providers/faults'
import { startMicrosoftStandIn, TENANT } from '@/tests/kit/providers/microsoft'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders({}, STAND_IN_IDS)
const FAILED = { ok: false, code: 'oauth_failed' }

async function expectRefused(
  id: StandInId,
  changes: Person,
  code = 'oauth_failed',
  surface: 'web' | 'api' = 'web',
): Promise<void> {
  Object.assign(providers.standIn(id).state.person, changes)
  expect(await providers.signIn(id, surface)).toEqual({ ok: false, code })
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
}

describe('Google', () => {
  it('must name its issuer in the callback, because its metadata says so', async () => {
    const away = await providers.leave('google')
    away.query.delete('iss')
    expect(await providers.comeBack(away)).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it.each([
    ['an invalid address', { email: 'ann' }],
    ['an address with lookalike letters', { email: 'аnn@example.com' }],
    ['an address whose lowercase form is another’s', { email: 'mi\u212Ae@example.com' }],
  ])('with %s opens no account', (_, claims) =>
    expectRefused('google', claims, 'oauth_email_required'),
  )

  it('logs nothing that it or a client sent', async () => {
    const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
    try {
      providers.google().state.mode = 'evil_description'
      const denied = await providers.leave('google')
      await providers.comeBack(denied)
      await providers.comeBack(denied)
      providers.google().state.mode = 'wrong_nonce'
      const forged = await providers.leave('google')
      await providers.comeBack(forged)
      const log = JSON.stringify(warn.mock.calls)
      expect(warn).toHaveBeenCalledTimes(3)
      for (const secret of [
        '<script>',
        'ann@example.com',
        denied.browser,
        ...forged.query.values(),
      ])
        expect(log).not.toContain(secret)
    } finally {
      warn.mockRestore()
    }
  })
})

describe('GitHub', () => {
  it.each([
    ['emails_401', 'oauth_failed'],
    ['emails_403', 'oauth_failed'],
    ['emails_500', 'oauth_unavailable'],
    ['emails_html', 'oauth_failed'],
    ['emails_redirect', 'oauth_failed'],
  ] as [Mode, string][])(
    "is refused when it doesn't return the addresses (%s)",
    async (mode, code) => {
      providers.github().state.mode = mode
      await expectRefused('github', {}, code)
    },
  )

  it.each([
    ['an error in place of the list, status 200', { emails: { message: 'Something else' } }],
    ['its id as a string', { id: '1001' }],
  ])('is refused when it answers with %s', (_, changes) => expectRefused('github', changes))

  it("doesn't have to name its issuer, because enterprise servers don't yet", async () => {
    providers.github().state.mode = 'no_iss'
    expect(await providers.signIn('github')).toMatchObject({ ok: true })
  })

  it('is trusted about the primary address, not about the public one', async () => {
    providers.github().state.person.email = 'victim@example.com'
    expect(sessionOf(await providers.signIn('github')).user.email).toBe('ann@example.com')
  })
})

describe('Microsoft', () => {
  const OTHER_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const base = () => providers.standIn('microsoft-entra-id').base

  it('signs in users of any tenant, each from the issuer of their own', async () => {
    Object.assign(providers.standIn('microsoft-entra-id').state.person, { tid: OTHER_TENANT })
    // Recognized, but without a verified address. Microsoft alone can't do more.
    await expectRefused('microsoft-entra-id', {}, 'oauth_email_required', 'api')
  })

  it.each([
    ['of one tenant from the issuer of another', () => ({ iss: `${base()}/${OTHER_TENANT}/v2.0` })],
    ['from the issuer of all tenants', () => ({ iss: `${base()}/common/v2.0` })],
    ['without a tenant', () => ({ tid: undefined, iss: `${base()}/${TENANT}/v2.0` })],
    [
      'of Microsoft’s own address',
      () => ({ iss: `https://login.microsoftonline.com/${TENANT}/v2.0` }),
    ],
  ])('is refused with an id_token %s', (_, changes) =>
    expectRefused('microsoft-entra-id', changes()),
  )

  it("of one tenant can't sign in users of another", async () => {
    const own = await startMicrosoftStandIn(['http://localhost:3000'], TENANT)
    try {
      providers.configure(own.env)
      expect(await providers.signIn('microsoft-entra-id', 'api')).toEqual({
        ok: false,
        code: 'oauth_email_required',
      })
      own.state.person.tid = OTHER_TENANT
      expect(await providers.signIn('microsoft-entra-id')).toEqual(FAILED)
      expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    } finally {
      await own.close()
    }
  })
})

describe('Apple', () => {
  it.each([true, 'true'])(
    'verifies an address by %j, boolean or string',
    async (email_verified) => {
      providers.standIn('apple').state.person.email_verified = email_verified
      expect(sessionOf(await providers.signIn('apple')).user).toMatchObject({
        email: 'ann@example.com',
      })
    },
  )

  it('opens an account for a relay address, which belongs to the user', async () => {
    const email = 'x7kq2@privaterelay.appleid.com'
    Object.assign(providers.standIn('apple').state.person, { email, is_private_email: 'true' })
    expect(sessionOf(await providers.signIn('apple')).user).toMatchObject({ email, name: null })
  })
})
