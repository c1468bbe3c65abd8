import { describe, expect, it } from 'vitest'
import { issueSignInToken } from '@/lib/accounts/unproven-sign-in.store'
import { confirmExternalSignIn } from '@/lib/identity/oauth/confirm-sign-in'
import { takeFromMailBudget } from '@/lib/messaging/mail/mail-limits.store'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { everythingWritten, NOTHING_WRITTEN, useProviders } from '@/tests/kit/external-journey'
import { makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders({}, ['facebook'])
const web = () => testContext({ surface: 'web' })

/** A link to the address of a Facebook user, and the browser that it works in. */
async function requested() {
  const { browser, ...away } = await providers.leave('facebook')
  await providers.comeBack({ ...away, browser })
  const now = new Date()
  const { id } = await db().unprovenSignIn.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return { browser, token: (await issueSignInToken(db(), { id, now }))! }
}

describe('twenty concurrent requests', () => {
  it('with one link complete one sign-in', async () => {
    const link = await requested()
    await db().job.deleteMany()
    const results = await twenty(() => confirmExternalSignIn(link, web()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await everythingWritten()).toEqual({
      ...NOTHING_WRITTEN,
      users: 1,
      identities: 1,
      sessions: 1,
    })
  })

  it('in as many browsers create one account, and each signs in', async () => {
    const links = []
    for (let i = 0; i < 20; i++) links.push(await requested())
    const results = await Promise.all(links.map((link) => confirmExternalSignIn(link, web())))
    for (const result of results)
      expect(result).toMatchObject({ ok: true, signIn: { session: {} } })
    expect(await everythingWritten()).toMatchObject({
      users: 1,
      identities: 1,
      sessions: 20,
      unproven: 0,
    })
  })

  it('take over a planted account once', async () => {
    await makeUser({ email: 'ann@example.com', status: 'pending' })
    const links = []
    for (let i = 0; i < 20; i++) links.push(await requested())
    const since = new Date()
    await Promise.all(links.map((link) => confirmExternalSignIn(link, web())))
    const reclaimed = { action: 'identity.reclaimed', occurredAt: { gte: since } }
    expect(await db().auditRecord.count({ where: reclaimed })).toBe(1)
  })

  it('of one user in one browser leave one request', async () => {
    const first = await providers.leave('facebook')
    const trips = await twenty(() => providers.leave('facebook', { browser: first.browser }))
    const results = await Promise.all(trips.map((away) => providers.comeBack(away)))
    for (const result of results) expect(result).toMatchObject({ ok: true, kind: 'confirm-email' })
    expect(await db().unprovenSignIn.count()).toBe(1)
  })

  it("use five emails of an address's budget", async () => {
    const charge = { email: 'ann@example.com', mail: 'confirm_sign_in', now: new Date() } as const
    const taken = await twenty(() => takeFromMailBudget(db(), charge))
    expect(taken.filter(Boolean)).toHaveLength(5)
  })
})
