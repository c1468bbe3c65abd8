import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { continueLinking, startLinking } from '@/lib/identity/oauth/link-identity'
import { db } from '@/lib/platform/db/database'
import { signedInPrincipal } from '@/tests/kit/enroll-mfa'
import {
  everythingWritten,
  LINK_REQUESTED,
  NOTHING_WRITTEN,
  sessionOf,
  useProviders,
} from '@/tests/kit/external-journey'
import { insertUser } from '@/tests/kit/insert-user'
import { STAND_IN_IDS, type StandInId } from '@/tests/kit/providers/all-providers'
import { EXPECTED, nobodyAt } from '@/tests/kit/providers/people'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders({}, STAND_IN_IDS)
const identities = () => db().account.findMany()
const proven = STAND_IN_IDS.filter((id) => EXPECTED[id].proven)
const unprovable = STAND_IN_IDS.filter((id) => !EXPECTED[id].proven)

describe.each(STAND_IN_IDS)('%s', (id) => {
  const expected = EXPECTED[id]
  const person = () => providers.standIn(id).state.person

  it.each(['web', 'api'] as const)(
    'gets the request on the %s that it expects: one callback, its scopes, PKCE and nonce where supported',
    async (surface) => {
      const away = await providers.leave(id, { surface })
      const asked = away.address.searchParams
      const callback = `http://localhost:3000${surface === 'api' ? '/api/v1' : ''}/auth/oauth/${id}/callback`
      expect(asked.get('redirect_uri')).toBe(callback)
      expect(asked.get('state')).toMatch(/^[\w-]{43}$/)
      expect(asked.get('scope')?.split(' ').sort()).toEqual([...expected.scopes].sort())
      expect(asked.has('nonce')).toBe(expected.nonce)
      expect(asked.get('response_mode')).toBe(id === 'apple' ? 'form_post' : null)
      await providers.comeBack(away)
      const [request = {}] = providers.standIn(id).tokenRequests
      expect(request.redirect_uri).toBe(callback)
      expect('client_secret' in request).toBe(expected.clientAuth === 'body')
      expect(asked.get('code_challenge_method')).toBe(expected.pkce ? 'S256' : null)
      expect(asked.get('code_challenge')).toBe(
        expected.pkce ? challengeOf(request.code_verifier) : null,
      )
      expect('code_verifier' in request).toBe(expected.pkce)
    },
  )

  it.each(expected.unproven)(
    'verifies no address if %s: the API writes nothing, the pages only a request for a link',
    async (_, changes) => {
      Object.assign(person(), changes)
      expect(await providers.signIn(id, 'api')).toEqual({ ok: false, code: 'oauth_email_required' })
      expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
      expect(await providers.signIn(id)).toMatchObject({
        kind: 'confirm-email',
        email: 'ann@example.com',
      })
      expect(await everythingWritten()).toEqual(LINK_REQUESTED)
    },
  )

  it("isn't connected to the account of an address that it has not verified", async () => {
    await insertUser({ email: 'ann@example.com' })
    const [[, changes]] = expected.unproven as [[string, object]]
    Object.assign(person(), changes)
    expect(await providers.signIn(id, 'api')).toEqual({ ok: false, code: 'oauth_email_required' })
    expect(await everythingWritten()).toEqual({ ...NOTHING_WRITTEN, users: 1 })
    expect(await providers.signIn(id)).toMatchObject({ kind: 'confirm-email' })
    expect(await everythingWritten()).toEqual({ ...LINK_REQUESTED, users: 1 })
  })

  it("can't open an account for a user without an address", async () => {
    Object.assign(person(), expected.withoutAddress)
    expect(await providers.signIn(id)).toEqual({ ok: false, code: 'oauth_email_required' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it.each(nobodyAt(id))('identifies no one with %s', async (_, changes) => {
    Object.assign(person(), changes)
    expect(await providers.signIn(id)).toEqual({ ok: false, code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('that is connected to an account opens it, whatever address it gives later', async () => {
    const { id: userId } = await insertUser({ email: 'owner@example.com' })
    await connect(id, userId)
    expect(await identities()).toMatchObject([
      { provider: id, providerAccountId: expected.subject, userId, email: 'ann@example.com' },
    ])
    const [[, unproven]] = expected.unproven as [[string, object]]
    for (const changes of [{}, { name: 'Another' }, unproven, expected.withoutAddress]) {
      Object.assign(person(), changes)
      expect(sessionOf(await providers.signIn(id)).user).toMatchObject({
        id: userId,
        email: 'owner@example.com',
      })
    }
    expect(await everythingWritten()).toMatchObject({ users: 1, identities: 1 })
  })
})

describe.each(proven)('%s', (id) => {
  const { subject, name } = EXPECTED[id]
  const person = () => providers.standIn(id).state.person

  it('creates an account for a verified address, with only the default role, and finds it again', async () => {
    const { user, sessionId } = sessionOf(await providers.signIn(id))
    expect(user).toMatchObject({
      email: 'ann@example.com',
      email_verified: true,
      roles: ['user'],
      name,
    })
    expect(await identities()).toMatchObject([
      { provider: id, providerAccountId: subject, userId: user.id },
    ])
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(family).toMatchObject({ surface: 'web', amr: ['fed'] })
    const again = sessionOf(await providers.signIn(id, 'api'))
    expect(again.user.id).toBe(user.id)
    expect(await everythingWritten()).toMatchObject({ users: 1, identities: 1, sessions: 2 })
  })

  it("doesn't take over the account of another user of the same provider by address", async () => {
    await providers.signIn(id)
    const before = await everythingWritten()
    Object.assign(
      person(),
      id === 'github' || id === 'gitlab' ? { id: 77 } : { sub: 'another', id: 'another' },
    )
    expect(await providers.signIn(id)).toEqual({ ok: false, code: 'account_link_required' })
    expect(await everythingWritten()).toEqual(before)
  })
})

it.each(unprovable)('%s never creates an account by itself', async (id) => {
  expect(await providers.signIn(id, 'api')).toEqual({ ok: false, code: 'oauth_email_required' })
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  expect(await providers.signIn(id)).toMatchObject({ kind: 'confirm-email' })
  expect(await everythingWritten()).toEqual(LINK_REQUESTED)
})

it('one subject at two providers means two users', async () => {
  for (const id of ['google', 'slack', 'keycloak'] as const)
    Object.assign(providers.standIn(id).state.person, { sub: 'same', email: `${id}@example.com` })
  const users = []
  for (const id of ['google', 'slack', 'keycloak'] as const)
    users.push(sessionOf(await providers.signIn(id)).user.id)
  expect(new Set(users).size).toBe(3)
})

it('one account can have all ten as sign-in methods', async () => {
  const { id: userId } = await insertUser({ email: 'owner@example.com' })
  for (const id of STAND_IN_IDS) await connect(id, userId)
  for (const id of STAND_IN_IDS) expect(sessionOf(await providers.signIn(id)).user.id).toBe(userId)
  expect(await everythingWritten()).toMatchObject({ users: 1, identities: 10 })
})

/** As the owner does in the account settings. */
async function connect(id: StandInId, userId: string): Promise<void> {
  const ctx = testContext({ surface: 'web' })
  const principal = await signedInPrincipal(userId, ctx)
  const begun = await startLinking({ provider: id }, principal, ctx)
  if (!begun.ok) throw new Error(begun.code)
  const started = await continueLinking(
    { provider: id, reference: begun.path.split('=')[1]!, browser: null },
    principal,
    ctx,
  )
  if (!started.ok) throw new Error(started.code)
  const finished = await providers.comeBack(
    {
      provider: id,
      surface: 'web',
      browser: started.browser,
      query: await providers.queryFrom(started.location),
    },
    { principal },
  )
  expect(finished).toEqual({ ok: true, kind: 'connected' })
}

function challengeOf(verifier: string | undefined): string {
  return createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
}
