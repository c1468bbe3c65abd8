import { beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/dashboard/users/find/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const PATH = '/dashboard/users/find'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function find(query: string, by: { as: PermissionName[]; headers?: Record<string, string> }) {
  const { userId } = await holderOf(...by.as)
  const session = await makeSession(userId, testContext({ surface: 'web' }))
  const address = `${PATH}?${new URLSearchParams({ query }).toString()}`
  const headers = {
    accept: 'application/json',
    cookie: cookieHeaderWith(null, session),
    [PAGE_ADDRESS]: address,
    ...by.headers,
  }
  const answer = await GET(new Request(`http://localhost:3000${address}`, { headers }))
  return {
    status: answer.status,
    body: (await answer.json()) as { people?: { id: string; href: string | null }[] },
  }
}

describe('searching for users in the palette', () => {
  it('matches part of an address, returns only what is shown, and limits the results', async () => {
    const { id, email } = await makeUser({ email: 'zoe@example.org' })
    const found = await find('ZOE@ex', { as: ['users:list', 'audit:list'] })
    expect(found).toMatchObject({ status: 200, body: { people: [{ id, email, name: null }] } })
    expect(Object.keys(found.body.people![0]!).sort()).toEqual(['email', 'href', 'id', 'name'])
    for (let n = 0; n < 8; n++) await insertUser({ email: `many${n}@example.org` })
    expect((await find('many', { as: ['users:list'] })).body.people).toHaveLength(6)
  })

  it('matches any part of a name or an address, matches at the start first', async () => {
    const ada = await insertUser({ email: 'countess@example.net', name: 'Ada Lovelace' })
    const inAddress = await insertUser({ email: 'a.lovelace@example.net', name: 'Somebody' })
    const first = await insertUser({ email: 'lovelace@example.net' })
    const emailsFor = async (query: string) =>
      (await find(query, { as: ['users:list'] })).body.people!.map(({ id }) => id)
    expect(await emailsFor('lovelace')).toEqual([first.id, inAddress.id, ada.id])
    expect(await emailsFor('OVELAC')).toEqual([inAddress.id, ada.id, first.id])
    expect(await emailsFor('a Lövelace')).toEqual([ada.id])
    // Two letters only match at the start.
    expect(await emailsFor('ov')).toEqual([])
    expect(await emailsFor('nobody is called that')).toEqual([])
  })

  it("links to the user's page only for readers who may open it", async () => {
    const { id, email } = await makeUser({ email: 'yan@example.org' })
    const hrefFor = async (...as: PermissionName[]) =>
      (await find(email, { as })).body.people?.[0]?.href
    expect(await hrefFor('users:list', 'users:read')).toBe(`/dashboard/users/${id}`)
    expect(await hrefFor('users:list')).not.toBe(`/dashboard/users/${id}`)
  })

  it('refuses callers who may not list users, and returns no names', async () => {
    const { email } = await makeUser()
    const { status, body } = await find(email, { as: ['users:read', 'audit:list'] })
    expect([status, body.people]).toEqual([403, undefined])
  })

  it.each([[''], ['   '], ['a\0b'], ['x'.repeat(257)]])(
    'refuses an invalid query: %j',
    async (query) => {
      expect((await find(query, { as: ['users:list'] })).status).toBe(422)
    },
  )

  it('refuses requests from other sites and requests that bypassed the page proxy', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect((await find('ab', { as: ['users:list'], headers: crossSite })).status).toBe(403)
    expect((await find('ab', { as: ['users:list'], headers: { [PAGE_ADDRESS]: '' } })).status).toBe(
      400,
    )
  })

  it('matches % and _ literally', async () => {
    await insertUser({ email: 'pattern@example.org' })
    for (const query of ['%attern', '_attern', 'p%n', 'pattern\\'])
      expect((await find(query, { as: ['users:list'] })).body.people).toEqual([])
  })
})
