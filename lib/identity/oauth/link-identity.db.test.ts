import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import { continueLinking, startLinking } from '@/lib/identity/oauth/link-identity'
import { listIdentities, unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { everythingWritten, sessionOf, useProviders } from '@/tests/kit/external-journey'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { visitProvider } from '@/tests/kit/visit-provider'

useTestDatabase()
const providers = useProviders()
const ctx = (overrides = {}) => testContext({ surface: 'web', ...overrides })
const someone = async (by: Parameters<typeof makeUser>[0] = {}) =>
  signedInPrincipal((await makeUser(by)).id, ctx())
const identities = () => db().account.findMany({ orderBy: { provider: 'asc' } })
const mails = async () => (await db().job.findMany()).map(({ payload }) => payload)

/** The reference in the URL that the form leads to. */
async function referenceFor(
  principal: SessionPrincipal,
  provider: ProviderName = 'google',
): Promise<string> {
  const begun = await startLinking({ provider }, principal, ctx())
  if (!begun.ok) throw new Error(begun.code)
  expect(begun.path).toMatch(new RegExp(`^/auth/oauth/${provider}/link\\?reference=[\\w-]{43}$`))
  return begun.path.split('=')[1]!
}

async function atProvider(principal: SessionPrincipal, provider: ProviderName = 'google') {
  const reference = await referenceFor(principal, provider)
  const started = await continueLinking({ provider, reference, browser: null }, principal, ctx())
  if (!started.ok) throw new Error(started.code)
  const { searchParams: query } = await visitProvider(started.location)
  return { provider, surface: 'web' as const, browser: started.browser, query }
}

const link = async (principal: SessionPrincipal, provider: ProviderName = 'google') =>
  providers.comeBack(await atProvider(principal, provider), { principal })

describe('connecting a provider', () => {
  it('adds a sign-in method to the account, and notifies its owner by email', async () => {
    const principal = await someone({ admin: true })
    expect(await link(principal)).toEqual({ ok: true, kind: 'connected' })
    expect(await identities()).toMatchObject([
      { provider: 'google', providerAccountId: 'g-1', userId: principal.userId },
    ])
    expect(await mails()).toMatchObject([{ mail: 'identity_linked', provider: 'Google' }])
    const listed = await listIdentities(principal)
    expect(listed).toMatchObject({
      hasPassword: true,
      needsRecentSignIn: false,
      identities: [{ provider: 'google' }],
    })
    expect(sessionOf(await providers.signIn('google')).user.id).toBe(principal.userId)
  })

  it('completes after AUTH_JWT_SECRET was replaced while the user was at the provider', async () => {
    const before = 'the-old-signing-secret-'.repeat(2)
    const principal = await someone()
    providers.configure({ AUTH_JWT_SECRET: before })
    const away = await atProvider(principal)
    providers.configure({ AUTH_JWT_PREVIOUS_SECRETS: before })
    expect(await providers.comeBack(away, { principal })).toEqual({ ok: true, kind: 'connected' })
  })

  it('requires the password when the sign-in is not recent', async () => {
    const principal = await someone()
    const later = ctx({ now: addSeconds(principal.authTime, 601) })
    const begin = (password?: string) =>
      startLinking({ provider: 'google', password }, principal, later)
    expect(await begin()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/password' }],
    })
    expect(await begin('wrong')).toMatchObject({ code: 'invalid_credentials' })
    expect(await db().oauthFlow.count()).toBe(0)
    expect(await begin(PASSWORD)).toMatchObject({ ok: true })
  })

  it('requires the password after a sign-in with a provider, which may have answered without asking', async () => {
    const { email, id } = await makeUser({ email: 'ann@example.com' })
    await providers.signIn('google')
    const principal = { ...(await signedInPrincipal(id, ctx())), authTime: new Date() }
    await db().sessionFamily.update({ where: { id: principal.sessionId }, data: { amr: ['fed'] } })
    const begin = (password?: string) =>
      startLinking({ provider: 'github', password }, principal, ctx())
    expect(await begin()).toMatchObject({ code: 'validation_failed' })
    expect(await listIdentities(principal)).toMatchObject({ needsRecentSignIn: true })
    expect(await db().oauthFlow.count()).toBe(0)
    expect(await begin(PASSWORD), email).toMatchObject({ ok: true })
    await db().user.update({ where: { id }, data: { passwordHash: null } })
    expect(await begin()).toMatchObject({ ok: true })
  })

  it('requires an account without a password to sign in again', async () => {
    const principal = await someone()
    await db().user.updateMany({ data: { passwordHash: null } })
    const later = ctx({ now: addSeconds(principal.authTime, 601) })
    const refused = await startLinking({ provider: 'google', password: 'x' }, principal, later)
    expect(refused).toMatchObject({ code: 'reauthentication_required', maxAgeSeconds: 600 })
    expect(await db().oauthFlow.count()).toBe(0)
  })

  it('accepts a reference once, from its session, for its provider, within ten minutes', async () => {
    const principal = await someone()
    const other = await signedInPrincipal(principal.userId, ctx())
    const stranger = await someone()
    const reference = await referenceFor(principal)
    const go = (by: SessionPrincipal, provider = 'google', at = ctx()) =>
      continueLinking({ provider, reference, browser: null }, by, at)
    const late = ctx({ now: addSeconds(new Date(), 601) })
    for (const refused of [
      go(stranger),
      go(other),
      go(principal, 'github'),
      go(principal, 'google', late),
    ])
      expect(await refused).toMatchObject({ ok: false, code: 'oauth_failed' })
    expect(await go(principal)).toMatchObject({ ok: true })
    expect(await go(principal)).toMatchObject({ ok: false, code: 'oauth_failed' })
  })

  it("doesn't accept a reference as the state of a flow", async () => {
    const principal = await someone()
    const reference = await referenceFor(principal)
    const { query } = await providers.leave('google')
    query.set('state', reference)
    for (const browser of ['x'.repeat(43), '', `link by session ${principal.sessionId}`])
      expect(
        await providers.comeBack(
          { provider: 'google', surface: 'web', browser, query },
          { principal },
        ),
      ).toMatchObject({ code: 'oauth_failed' })
    expect(await identities()).toEqual([])
  })

  it.each([
    ['another user is signed in in this browser', async () => someone()],
    ['no one is signed in any more', async () => null],
    [
      'another session of the user is signed in',
      async (principal: SessionPrincipal) => signedInPrincipal(principal.userId, ctx()),
    ],
  ])('is refused when %s', async (_, now) => {
    const principal = await someone()
    const away = await atProvider(principal)
    const current = await now(principal)
    const before = await everythingWritten()
    expect(await providers.comeBack(away, { principal: current })).toMatchObject({
      ok: false,
      code: 'oauth_failed',
    })
    expect(await everythingWritten()).toEqual(before)
  })

  it('is refused when the session has ended in the meantime', async () => {
    const principal = await someone()
    const away = await atProvider(principal)
    await revokeOwnSession(principal, principal.sessionId, ctx())
    const before = await everythingWritten()
    expect(await providers.comeBack(away, { principal })).toMatchObject({
      code: 'session_revoked',
    })
    expect(await everythingWritten()).toEqual(before)
  })

  it("can't take over another user’s provider account", async () => {
    await link(await someone())
    const principal = await someone()
    const away = await atProvider(principal)
    const before = await everythingWritten()
    expect(await providers.comeBack(away, { principal })).toMatchObject({
      code: 'identity_taken',
    })
    expect(await everythingWritten()).toEqual(before)
  })

  it('connects one account per provider', async () => {
    const principal = await someone()
    const [first, again] = [await atProvider(principal), await atProvider(principal)]
    expect(await providers.comeBack(first, { principal })).toMatchObject({ ok: true })
    expect(await providers.comeBack(again, { principal })).toMatchObject({ ok: true })
    expect(await identities()).toHaveLength(1)
    expect(await startLinking({ provider: 'google' }, principal, ctx())).toMatchObject({
      code: 'conflict',
    })
    expect(await mails()).toHaveLength(1)
  })

  it.each([
    ['a NUL', 'ann\u0000@example.com'],
    ['half a character', 'ann\ud800@example.com'],
    ['ten thousand characters', `${'a'.repeat(10_000)}@example.com`],
    ['no valid address', '<b>ann</b>'],
  ])("doesn't store an address with %s", async (_, email) => {
    providers.github().state.person.emails = [{ email, primary: true, verified: true }]
    expect(await link(await someone(), 'github')).toEqual({ ok: true, kind: 'connected' })
    expect(await identities()).toMatchObject([
      { provider: 'github', providerAccountId: '1001', email: null },
    ])
  })

  it('refuses a disabled provider', async () => {
    const principal = await someone()
    providers.configure({ OAUTH_GOOGLE_CLIENT_ID: '', OAUTH_GOOGLE_CLIENT_SECRET: '' })
    for (const provider of ['google', '__proto__', 'constructor'])
      expect(await startLinking({ provider }, principal, ctx())).toEqual({
        ok: false,
        code: 'oauth_provider_disabled',
      })
    expect(await db().oauthFlow.count()).toBe(0)
  })
})

describe('disconnecting a provider', () => {
  it('removes that sign-in method, and notifies the owner by email', async () => {
    const principal = await someone()
    await link(principal)
    await db().job.deleteMany()
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toEqual({ ok: true })
    expect(await identities()).toEqual([])
    expect(await mails()).toMatchObject([{ mail: 'identity_unlinked', provider: 'Google' }])
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toMatchObject({
      code: 'not_found',
    })
  })

  it('ends a sign-in with the provider that waits for its second step, and no other', async () => {
    const principal = await someone()
    await link(principal)
    const { userId } = principal
    for (const amr of ['fed', 'pwd'])
      await db().mfaChallenge.create({
        data: {
          tokenHash: new Uint8Array(randomBytes(32)),
          userId,
          surface: 'web',
          amr: [amr],
          knownDevice: false,
          passwordChecked: true,
          expiresAt: addSeconds(new Date(), 60),
        },
      })
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toEqual({ ok: true })
    expect(await db().mfaChallenge.findMany({ where: { userId } })).toMatchObject([
      { amr: ['pwd'] },
    ])
  })

  it('requires the password, or signing in again without one, when the sign-in is not recent', async () => {
    const principal = await someone()
    await link(principal)
    const later = ctx({ now: addSeconds(principal.authTime, 601) })
    const before = await identities()
    const cut = (password?: string) =>
      unlinkIdentity({ provider: 'google', password }, principal, later)
    expect(await cut()).toMatchObject({ code: 'reauthentication_required', maxAgeSeconds: 600 })
    expect(await cut('wrong')).toMatchObject({ code: 'invalid_credentials' })
    expect(await identities()).toEqual(before)
    expect(await db().auditRecord.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'identity.unlink_refused',
      targetId: principal.userId,
    })
    const listed = await listIdentities(principal, later.now)
    expect(listed).toMatchObject({ disconnectProof: 'password' })
    expect(await cut(PASSWORD)).toEqual({ ok: true })
    expect(await identities()).toEqual([])
  })

  it('keeps the last sign-in method', async () => {
    const { user, sessionId } = sessionOf(await providers.signIn('google'))
    const principal = {
      userId: user.id,
      sessionId,
      generation: 1,
      authTime: new Date(),
      kind: 'session' as const,
      impersonator: null,
      limitedTo: null,
      roles: [],
      permissions: new Set<string>(),
    }
    const last = { ok: false, code: 'last_way_in' }
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toEqual(last)
    await providers.signIn('github')
    providers.configure({ OAUTH_GITHUB_CLIENT_ID: '', OAUTH_GITHUB_CLIENT_SECRET: '' })
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toEqual(last)
    expect(await identities()).toHaveLength(2)
    providers.configure()
    expect(await unlinkIdentity({ provider: 'google' }, principal, ctx())).toEqual({ ok: true })
    expect(await unlinkIdentity({ provider: 'github' }, principal, ctx())).toEqual(last)
    expect(await identities()).toMatchObject([{ provider: 'github' }])
  })

  it("doesn't affect other users", async () => {
    const owner = await someone()
    await link(owner)
    const stranger = await someone()
    expect(await unlinkIdentity({ provider: 'google' }, stranger, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await identities()).toHaveLength(1)
  })
})

it("an account without a password can't be opened with any password", async () => {
  await providers.signIn('google')
  for (const password of ['', 'x', PASSWORD])
    expect(await login({ email: 'ann@example.com', password }, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
})
