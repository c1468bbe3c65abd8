import { beforeAll, describe, expect, it } from 'vitest'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { callUserRoute, insertHolder } from '@/tests/kit/user-routes'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  // Enough for several pages.
  for (let i = 0; i < 50; i++) await insertUser()
})

describe('the user list', () => {
  it.each([
    'sort=id',
    'sort=password_hash',
    'sort=--email',
    'status=gone',
    'limit=0',
    'limit=201',
    'cursor=x',
    'query=%00',
  ])('refuses %s', async (query) => {
    const answer = await callUserRoute(users.GET, {
      query: `?${query}`,
      as: await insertHolder('users:list'),
    })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  })

  it('continues at its cursor until every user was listed', async () => {
    const as = await insertHolder('users:list')
    const all: unknown[] = []
    let query = '?limit=7&sort=name'
    for (;;) {
      const { body } = await callUserRoute(users.GET, { query, as })
      all.push(...(body.data as { id: string }[]).map(({ id }) => id))
      const page = body.page as { next_cursor: string | null; has_more: boolean }
      expect(page.has_more).toBe(page.next_cursor !== null)
      if (!page.next_cursor) break
      query = `?limit=7&sort=name&cursor=${page.next_cursor}`
    }
    expect(new Set(all).size).toBe(await db().user.count())
  })
})
