import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { grantSystemRole } from '@/lib/access/grants.store'
import { touchIdentity } from '@/lib/identity/oauth/identity.store'
import { continueLinking, startLinking } from '@/lib/identity/oauth/link-identity'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { redeemHandoff } from '@/lib/identity/oauth/redeem-handoff'
import { completeFirstStep } from '@/lib/identity/sign-in/complete-sign-in'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { twenty, won } from '@/tests/kit/at-once'
import { signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { APPS, sessionOf, useProviders } from '@/tests/kit/external-journey'
import { insertUser } from '@/tests/kit/insert-user'
import { makeUser } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'
import { visitProvider } from '@/tests/kit/visit-provider'

useTestDatabase()
const providers = useProviders()

const signedIn = async () => signedInPrincipal((await insertUser()).id, ctx({ surface: 'web' }))

/** A principal returning from Google, whose account there is to be connected. */
async function atProvider(principal: SessionPrincipal, sub = 'g-1') {
  const by = ctx({ surface: 'web' })
  const begun = await startLinking({ provider: 'google' }, principal, by)
  if (!begun.ok) throw new Error(begun.code)
  const reference = begun.path.split('=')[1]!
  const started = await continueLinking(
    { provider: 'google', reference, browser: null },
    principal,
    by,
  )
  if (!started.ok) throw new Error(started.code)
  const { searchParams: query } = await oneAtATime(async () => {
    providers.google().state.person.sub = sub
    return visitProvider(started.location)
  })
  return {
    principal,
    away: { provider: 'google', surface: 'web' as const, browser: started.browser, query },
  }
}

/** The stand-in signs in the account that its state names at the moment. */
let before: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = before.then(work)
  before = result.catch(() => undefined)
  return result
}

it.each(['active', 'pending'] as const)(
  'an %s account that becomes an administrator’s in the meantime is not connected by its address alone',
  async (status) => {
    const { id } = await makeUser({ email: 'ann@example.com' })
    await db().user.update({
      where: { id },
      data: { status, ...(status === 'pending' && { emailVerifiedAt: null }) },
    })
    const away = await providers.leave('google')
    let finished: ReturnType<typeof providers.comeBack> | undefined
    await inTransaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`
      finished = providers.comeBack(away)
      await until('the sign-in waits for the account', 5000, async () => {
        const waiting = await db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
        return waiting.length > 0
      })
      await grantSystemRole(tx, id, 'admin')
    })
    expect(await finished).toMatchObject({ ok: false, code: 'account_link_required' })
    expect(await db().account.count()).toBe(0)
    expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({ status })
  },
)

describe('twenty concurrent requests', () => {
  it('that sign in for the first time create one account, and each signs in', async () => {
    const away = await twenty(() => providers.leave('google'))
    const results = await Promise.all(away.map((flow) => providers.comeBack(flow)))
    expect(won(results)).toBe(20)
    expect(new Set(results.map((result) => sessionOf(result).user.id)).size).toBe(1)
    expect(await db().user.count()).toBe(1)
    expect(await db().account.count()).toBe(1)
  })

  it('from two providers with one address create one account with both', async () => {
    const away = await twenty((i) => providers.leave(i % 2 ? 'google' : 'github'))
    const results = await Promise.all(away.map((flow) => providers.comeBack(flow)))
    expect(won(results)).toBe(20)
    expect(await db().user.count()).toBe(1)
    expect(await db().account.count()).toBe(2)
  })

  it('take over a planted account once', async () => {
    await makeUser({ email: 'ann@example.com', status: 'pending' })
    const away = await twenty(() => providers.leave('google'))
    const since = new Date()
    const results = await Promise.all(away.map((flow) => providers.comeBack(flow)))
    expect(won(results)).toBe(20)
    const reclaimed = { action: 'identity.reclaimed', occurredAt: { gte: since } }
    expect(await db().auditRecord.count({ where: reclaimed })).toBe(1)
    expect(await db().sessionFamily.count({ where: { revokedAt: null } })).toBe(20)
  })

  it('with one callback complete one flow', async () => {
    const away = await providers.leave('google')
    expect(won(await twenty(() => providers.comeBack(away)))).toBe(1)
    expect(await db().sessionFamily.count()).toBe(1)
  })

  it('that redeem one code get one session', async () => {
    const codeVerifier = 'v'.repeat(43)
    const app = new URLSearchParams({
      redirect_uri: APPS[0]!,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'app',
    })
    const finished = await providers.comeBack(
      await providers.leave('google', { surface: 'api', app }),
    )
    if (!finished.ok || finished.kind !== 'handed-over') throw new Error('no code')
    const input = { code: finished.code, codeVerifier, redirectUri: APPS[0]! }
    expect(won(await twenty(() => redeemHandoff(input, ctx())))).toBe(1)
    expect(await db().sessionFamily.count()).toBe(1)
  })

  it('that connect one provider account connect it once; the others are refused because it is taken', async () => {
    const trips = await twenty(async () => atProvider(await signedIn()))
    const results = await Promise.all(
      trips.map(({ away, principal }) => providers.comeBack(away, { principal })),
    )
    expect(won(results)).toBe(1)
    expect(results.filter((result) => !result.ok && result.code === 'identity_taken')).toHaveLength(
      19,
    )
    expect(await db().account.count()).toBe(1)
  })

  it('that connect accounts of one provider to one account here leave one connected', async () => {
    const principal = await signedIn()
    const trips = await twenty((i) => atProvider(principal, `g-${i}`))
    const results = await Promise.all(
      trips.map(({ away }) => providers.comeBack(away, { principal })),
    )
    expect(won(results)).toBe(1)
    expect(results.filter((result) => !result.ok && result.code === 'conflict')).toHaveLength(19)
    expect(await db().account.count()).toBe(1)
  })

  it('that disconnect both providers leave one sign-in method', async () => {
    const { user, sessionId } = sessionOf(await providers.signIn('google'))
    await providers.signIn('github')
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
    const results = await twenty((i) =>
      unlinkIdentity({ provider: i % 2 ? 'google' : 'github' }, principal, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(await db().account.count()).toBe(1)
  })
})

it("a concurrent sign-in and disconnect don't deadlock", async () => {
  const { user, sessionId } = sessionOf(await providers.signIn('google'))
  await providers.signIn('github')
  const [userId, now] = [user.id, new Date()]
  const principal = {
    userId,
    sessionId,
    generation: 1,
    authTime: now,
    kind: 'session' as const,
    impersonator: null,
    limitedTo: null,
    roles: [],
    permissions: new Set<string>(),
  }
  const waiting = async () =>
    (
      await database().pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rowCount
  let unlinked: ReturnType<typeof unlinkIdentity> | undefined
  const signedIn = await inTransaction(async (tx) => {
    await touchIdentity(tx, { provider: 'google', subject: 'g-1', now })
    unlinked = unlinkIdentity({ provider: 'google' }, principal, ctx())
    unlinked.catch(() => undefined)
    while (!(await waiting()));
    return completeFirstStep(tx, ctx(), {
      userId,
      mfaEnabled: false,
      amr: ['fed'],
      knownDevice: false,
    })
  })
  expect(signedIn).toMatchObject({ session: {} })
  expect(await unlinked).toEqual({ ok: true })
})
