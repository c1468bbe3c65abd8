import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startExternalSignIn } from '@/lib/identity/oauth/start-sign-in'
import { db } from '@/lib/platform/db/database'
import {
  everythingWritten,
  NOTHING_WRITTEN,
  sessionOf,
  useProviders,
} from '@/tests/kit/external-journey'
import { TOKEN_FAULTS } from '@/tests/kit/forge-id-token'
import { STAND_IN_IDS, type StandInId } from '@/tests/kit/providers/all-providers'
import type { Mode } from '@/tests/kit/providers/faults'
import { EXPECTED } from '@/tests/kit/providers/people'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders({}, STAND_IN_IDS)
const openId = STAND_IN_IDS.filter((id) => EXPECTED[id].protocol === 'oidc')
const oauth = STAND_IN_IDS.filter((id) => EXPECTED[id].protocol === 'oauth')
const start = (id: StandInId) => startExternalSignIn({ provider: id, browser: null }, testContext())

async function refusedAs(id: StandInId, mode: Mode, code: string): Promise<void> {
  const away = await providers.leave(id)
  providers.standIn(id).state.mode = mode
  expect(await providers.comeBack(away)).toEqual({ ok: false, code })
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
}

describe.each(STAND_IN_IDS)('%s', (id) => {
  it.each([
    ['token_500', 'oauth_unavailable'],
    ['token_401', 'oauth_failed'],
    ['token_html', 'oauth_failed'],
    ['token_huge', 'oauth_failed'],
    ['token_redirect', 'oauth_failed'],
  ] as const)('is refused when its token endpoint fails (%s)', (mode, code) =>
    refusedAs(id, mode, code),
  )

  it("can't be signed in at with a secret other than its own", async () => {
    const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    providers.configure(
      id === 'apple'
        ? { OAUTH_APPLE_PRIVATE_KEY: another.export({ type: 'pkcs8', format: 'pem' }).toString() }
        : { [`OAUTH_${id.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`]: 'wrong' },
    )
    expect(await providers.signIn(id)).toEqual({ ok: false, code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })
})

describe.each(openId)('%s, by OpenID Connect', (id) => {
  // LinkedIn never returns the nonce, but one that was not requested is still refused.
  const faults = TOKEN_FAULTS.filter((fault) => id !== 'linkedin' || fault !== 'no_nonce')

  it.each(faults)('is refused with a faulty id_token: %s', (fault) =>
    refusedAs(id, fault, 'oauth_failed'),
  )

  it('signs no one in with an id_token whose key it has not published', async () => {
    const away = await providers.leave(id)
    providers.standIn(id).state.mode = 'unknown_key'
    expect(await providers.comeBack(away)).toEqual({ ok: false, code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it.each([
    ['keys_500', 'oauth_unavailable'],
    ['keys_html', 'oauth_failed'],
    ['keys_huge', 'oauth_failed'],
    ['keys_redirect', 'oauth_failed'],
  ] as const)("is refused when it doesn't return its keys (%s)", (mode, code) =>
    refusedAs(id, mode, code),
  )

  it.each([
    'foreign_issuer',
    'discovery_500',
    'discovery_html',
    'discovery_huge',
    'discovery_redirect',
  ] as const)('is asked again after a failed discovery (%s)', async (mode) => {
    providers.standIn(id).state.mode = mode
    expect(await start(id)).toEqual({ ok: false, code: 'oauth_unavailable' })
    expect(await db().oauthFlow.count()).toBe(0)
    providers.standIn(id).state.mode = 'ok'
    expect(await start(id)).toMatchObject({ ok: true })
  })
})

describe.each(oauth)('%s, by OAuth 2', (id) => {
  it.each([
    ['user_401', 'oauth_failed'],
    ['user_403', 'oauth_failed'],
    ['user_500', 'oauth_unavailable'],
    ['user_html', 'oauth_failed'],
    ['user_huge', 'oauth_failed'],
    ['user_redirect', 'oauth_failed'],
  ] as const)("is refused when it doesn't identify the user (%s)", (mode, code) =>
    refusedAs(id, mode, code),
  )
})

describe.each(['linkedin', 'slack', 'keycloak'] as const)('%s with a bare id_token', (id) => {
  it('is asked at its userinfo endpoint', async () => {
    providers.standIn(id).state.mode = 'lean_id_token'
    expect(sessionOf(await providers.signIn(id)).user).toMatchObject({
      email: 'ann@example.com',
      name: 'Ann',
    })
  })

  it('is not trusted there about another user', () =>
    refusedAs(id, 'foreign_userinfo', 'oauth_failed'))
})

describe.each(['github', 'keycloak'] as const)('%s, which names itself in the callback', (id) => {
  it('is refused when it names another server', async () => {
    providers.standIn(id).state.mode = 'wrong_iss'
    expect(await providers.signIn(id)).toEqual({ ok: false, code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })
})

it('keycloak must name itself, because its metadata says so', async () => {
  providers.standIn('keycloak').state.mode = 'no_iss'
  expect(await providers.signIn('keycloak')).toEqual({ ok: false, code: 'oauth_failed' })
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
})

describe("a provider that doesn't respond times out after three seconds", () => {
  const all = (mode: (id: StandInId) => Mode) =>
    STAND_IN_IDS.forEach((id) => (providers.standIn(id).state.mode = mode(id)))
  const expectAway = (results: object[]) =>
    results.forEach((result) => expect(result).toEqual({ ok: false, code: 'oauth_unavailable' }))

  it('at the token endpoint', async () => {
    const trips = await Promise.all(STAND_IN_IDS.map((id) => providers.leave(id)))
    all(() => 'token_hang')
    expectAway(await Promise.all(trips.map((away) => providers.comeBack(away))))
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('for the profile, or for its keys', async () => {
    const trips = await Promise.all(STAND_IN_IDS.map((id) => providers.leave(id)))
    all((id) => (EXPECTED[id].protocol === 'oidc' ? 'keys_hang' : 'user_hang'))
    expectAway(await Promise.all(trips.map((away) => providers.comeBack(away))))
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('at discovery', async () => {
    all(() => 'discovery_hang')
    expectAway(await Promise.all(openId.map(start)))
    expect(await db().oauthFlow.count()).toBe(0)
  })
})
