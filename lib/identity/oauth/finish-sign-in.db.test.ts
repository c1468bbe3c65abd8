import { describe, expect, it } from 'vitest'
import { completeExternalStep } from '@/lib/identity/oauth/finish-sign-in'
import { startExternalSignIn } from '@/lib/identity/oauth/start-sign-in'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { aliveOf, trustingUser } from '@/tests/kit/enroll-mfa'
import {
  everythingWritten,
  NOTHING_WRITTEN,
  sessionOf,
  useProviders,
} from '@/tests/kit/external-journey'
import { STAND_IN_IDS } from '@/tests/kit/providers/all-providers'
import { EXPECTED } from '@/tests/kit/providers/people'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders({}, STAND_IN_IDS)
const FAILED = { ok: false, code: 'oauth_failed' }
const [OLD, NEW] = ['the-old-signing-secret-'.repeat(2), 'the-new-signing-secret-'.repeat(2)]
/** Instances that have restarted with the new secret, and those that have not. */
const ROTATION = {
  old: { AUTH_JWT_SECRET: OLD, AUTH_JWT_PREVIOUS_SECRETS: NEW },
  new: { AUTH_JWT_SECRET: NEW, AUTH_JWT_PREVIOUS_SECRETS: OLD },
}

describe.each(STAND_IN_IDS)('an authorization flow at %s', (id) => {
  const standIn = () => providers.standIn(id)
  /** The result of a flow when nothing is wrong with it. */
  const good = EXPECTED[id].proven
    ? { ok: true, kind: 'signed-in' }
    : { ok: true, kind: 'confirm-email' }

  it('stores neither state nor verifier nor the browser secret, and sends no verifier in advance', async () => {
    const away = await providers.leave(id)
    const row = JSON.stringify(await db().oauthFlow.findMany())
    for (const secret of [away.browser, away.query.get('state')!]) expect(row).not.toContain(secret)
    await providers.comeBack(away)
    const verifier = standIn().tokenRequests[0]?.code_verifier
    if (verifier) for (const seen of [row, away.address.href]) expect(seen).not.toContain(verifier)
  })

  it.each([
    ['without a state', (query: URLSearchParams) => query.delete('state')],
    ['with another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
    ['with two states', (query: URLSearchParams) => query.append('state', query.get('state')!)],
    ['without a code', (query: URLSearchParams) => query.delete('code')],
    ['with an invented code', (query: URLSearchParams) => query.set('code', 'invented')],
    ['with two codes', (query: URLSearchParams) => query.append('code', query.get('code')!)],
    [
      'from another issuer (RFC 9207)',
      (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
    ],
  ])('is refused %s', async (_, spoil) => {
    const away = await providers.leave(id)
    spoil(away.query)
    expect(await providers.comeBack(away)).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('ends only in the browser, at the provider and on the surface where it began, and stays valid there', async () => {
    const away = await providers.leave(id)
    for (const wrong of [
      { browser: 'x'.repeat(43) },
      { browser: '' },
      { provider: id === 'google' ? 'github' : 'google' },
      { surface: 'api' },
    ] as const)
      expect(await providers.comeBack({ ...away, ...wrong })).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    expect(await providers.comeBack(away)).toMatchObject(good)
  })

  it('ends once', async () => {
    const away = await providers.leave(id)
    expect(await providers.comeBack(away)).toMatchObject(good)
    const before = await everythingWritten()
    expect(await providers.comeBack(away)).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(before)
  })

  it('expires after ten minutes', async () => {
    const away = await providers.leave(id)
    const late = { now: addSeconds(new Date(), 600) }
    expect(await providers.comeBack(away, { ctx: late })).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    const inTime = await providers.leave(id)
    const just = { now: addSeconds(new Date(), 590) }
    expect(await providers.comeBack(inTime, { ctx: just })).toMatchObject(good)
  })

  it('refuses a code that was already used', async () => {
    const [first, second] = [await providers.leave(id), await providers.leave(id)]
    second.query.set('code', first.query.get('code')!)
    await providers.comeBack(first)
    const before = await everythingWritten()
    expect(await providers.comeBack(second)).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(before)
  })

  it.each([
    ['new', ROTATION.old, ROTATION.new],
    ['old', ROTATION.new, ROTATION.old],
  ])('completes with the %s secret while AUTH_JWT_SECRET is replaced', async (_, first, then) => {
    providers.configure(first)
    const away = await providers.leave(id)
    providers.configure(then)
    expect(await providers.comeBack(away)).toMatchObject(good)
  })

  it('is distinguished from another tab of the same browser', async () => {
    const first = await providers.leave(id)
    const second = await providers.leave(id, { browser: first.browser })
    expect(second.browser).toBe(first.browser)
    expect(await providers.comeBack(second)).toMatchObject(good)
    expect(await providers.comeBack(first)).toMatchObject(good)
  })

  it('does not end for the user of the other of two browsers', async () => {
    const mine = await providers.leave(id)
    const theirs = await providers.leave(id)
    expect(await providers.comeBack({ ...theirs, browser: mine.browser })).toEqual(FAILED)
    expect(await providers.comeBack(theirs)).toMatchObject(good)
    expect(await providers.comeBack(mine)).toMatchObject(good)
  })

  it('reports that the user declined, after the state is verified', async () => {
    standIn().state.mode = 'access_denied'
    const away = await providers.leave(id)
    const forged = new URLSearchParams(away.query)
    forged.set('state', 'x'.repeat(43))
    expect(await providers.comeBack({ ...away, query: forged })).toEqual(FAILED)
    expect(await providers.comeBack(away)).toEqual({ ok: false, code: 'oauth_denied' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    const [record] = await db().auditRecord.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(record).toMatchObject({
      action: 'session.refused',
      outcome: 'refused',
      details: { factor: 'fed', provider: id, reason: 'oauth_denied' },
    })
  })

  it('is refused at both ends when the provider is disabled', async () => {
    const away = await providers.leave(id)
    const prefix = `OAUTH_${id.toUpperCase().replaceAll('-', '_')}_`
    const own = Object.keys(standIn().env).filter((name) => name.startsWith(prefix))
    providers.configure(Object.fromEntries(own.map((name) => [name, ''])))
    const refused = { ok: false, code: 'oauth_provider_disabled' }
    expect(await startExternalSignIn({ provider: id, browser: null }, testContext())).toEqual(
      refused,
    )
    expect(await providers.comeBack(away)).toEqual(refused)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })
})

describe.each(STAND_IN_IDS.filter((id) => EXPECTED[id].pkce || EXPECTED[id].nonce))('%s', (id) => {
  it('refuses a code from another flow (code injection)', async () => {
    const [mine, theirs] = [await providers.leave(id), await providers.leave(id)]
    mine.query.set('code', theirs.query.get('code')!)
    expect(await providers.comeBack(mine)).toEqual(FAILED)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })
})

it('a code of one provider is invalid at another', async () => {
  const [google, keycloak] = [await providers.leave('google'), await providers.leave('keycloak')]
  google.query.set('code', keycloak.query.get('code')!)
  expect(await providers.comeBack(google)).toEqual(FAILED)
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
})

it('flows at many providers run concurrently in one browser', async () => {
  const [first, ...rest] = STAND_IN_IDS.filter((id) => EXPECTED[id].proven)
  const begun = await providers.leave(first!)
  const others = await Promise.all(
    rest.map((id) => providers.leave(id, { browser: begun.browser })),
  )
  const users = new Set<string>()
  for (const away of [...others, begun])
    users.add(sessionOf(await providers.comeBack(away)).user.id)
  expect(await everythingWritten()).toMatchObject({ users: 1, identities: 1 + rest.length })
  expect(users.size).toBe(1)
})

it.each(['google/../x', '__proto__', 'constructor', 'toString', '', 'GOOGLE', 'okta'])(
  'refuses the unknown provider "%s"',
  async (provider) => {
    const refused = { ok: false, code: 'oauth_provider_disabled' }
    expect(await startExternalSignIn({ provider, browser: null }, testContext())).toEqual(refused)
    const query = new URLSearchParams()
    expect(
      await providers.comeBack({ provider, surface: 'web', browser: 'x'.repeat(43), query }),
    ).toEqual(refused)
    expect(await db().oauthFlow.count()).toBe(0)
  },
)

it('a flow that began with a secret that is no longer listed is refused', async () => {
  providers.configure(ROTATION.old)
  const away = await providers.leave('google')
  providers.configure({ AUTH_JWT_SECRET: NEW })
  expect(await providers.comeBack(away)).toEqual(FAILED)
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
})

describe('a browser that its user trusts', () => {
  it('asks for the second step after a provider: the trust still needs the password', async () => {
    const user = await trustingUser()
    const before = await aliveOf(user.id)
    const found = { userId: user.id, mfaEnabled: true, waiting: null }
    const ctx = user.inBrowser(2)
    const signIn = await inTransaction((tx) => completeExternalStep(tx, found, ctx))
    expect(signIn).toMatchObject({ challenge: { methods: ['totp', 'recovery_code'] } })
    expect(await aliveOf(user.id)).toEqual(before)
  })
})
