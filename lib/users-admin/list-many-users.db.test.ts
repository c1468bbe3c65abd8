import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { insertRole } from '@/lib/testing/insert-role'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import { listUsers, type UserListRequest } from '@/lib/users-admin/list-users'
import { USER_SORTS, type UserSort } from '@/lib/users-admin/user-sort'

useTestDatabase()

/** More of each than are collected and sorted: the list is walked in its order instead. */
const CROWD = 5220
const FEW = 7
const LIMIT = 5
const PAGES = 3

interface Made {
  id: string
  email: string
  key: string
  at: number
  roles: string[]
}
let people: Made[]

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const everybody = await insertRole('crowd', [])
  const some = await insertRole('few', [])
  // By address they are in another order than by date, and by name in a third; every tenth has both from the search.
  await db().$executeRaw`
    INSERT INTO users (id, email, name, status, created_at)
    SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'crowd' ELSE 'x' END || n * 37 % ${CROWD} || '@example.org',
      CASE WHEN n % 500 = 1 THEN 'Solo ' ELSE 'Crowd ' END || n * 41 % 97, 'active', '2026-01-01'::timestamptz + n % 1000 * interval '1 s'
    FROM generate_series(1, ${CROWD}) n`
  await db().$executeRaw`INSERT INTO user_roles (user_id, role_id) SELECT id, ${everybody}::uuid FROM users`
  await db().$executeRaw`
    INSERT INTO user_roles (user_id, role_id) SELECT id, ${some}::uuid FROM users ORDER BY email COLLATE "C" LIMIT ${FEW}`
  people = await db().$queryRaw<Made[]>`
    SELECT u.id::text AS id, u.email, u.name_key AS key, extract(epoch FROM u.created_at)::float8 AS at,
      ARRAY(SELECT r.name FROM user_roles h JOIN roles r ON r.id = h.role_id WHERE h.user_id = u.id) AS roles
    FROM users u`
}, 60_000)

const begins = (query: string) => (one: Made) => one.email.startsWith(query) || one.key.startsWith(query)
const keyOf = (sort: UserSort, one: Made) =>
  sort.endsWith('created_at') ? one.at : sort.endsWith('email') ? one.email : one.key
function sorted(of: Made[], sort: UserSort): string[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = (a: Made, b: Made) => {
    const [x, y] = [keyOf(sort, a), keyOf(sort, b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1)
  }
  return [...of].sort(compare).map(({ id }) => id)
}

/** The first pages: the last ones are the first ones of the opposite order. */
async function walk(request: Partial<UserListRequest>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  for (let turn = 0; turn < PAGES; turn++) {
    const page = await listUsers({ sort: 'email', limit: LIMIT, ...request, cursor })
    if (!page.ok) throw new Error(page.code)
    seen.push(...page.users.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    if (!cursor) break
  }
  return seen
}

describe.each(USER_SORTS)('with thousands of matches, %s', (sort) => {
  it.each([
    ['a search that most match', { query: 'Crowd' }, begins('crowd')],
    ['a search that few match', { query: 'solo' }, begins('solo')],
    ['a role that most hold', { role: 'crowd' }, () => true],
    ['a role that few hold', { role: 'few' }, (one: Made) => one.roles.includes('few')],
    [
      'a search that most match and a role that few hold',
      { query: 'crowd', role: 'few' },
      (one: Made) => begins('crowd')(one) && one.roles.includes('few'),
    ],
    ['a search that few match and a role that most hold', { query: 'solo', role: 'crowd' }, begins('solo')],
  ])('%s shows everybody of the first pages once and in order', async (_, request, matches) => {
    const expected = sorted(people.filter(matches), sort).slice(0, LIMIT * PAGES)
    expect(expected.length).toBeGreaterThan(0)
    expect(await walk({ ...request, sort })).toEqual(expected)
  })
})
