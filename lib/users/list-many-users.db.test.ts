import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import {
  countUserRows,
  type ListPlace,
  listUserRows,
  type UserFilter,
} from '@/lib/users/user-search.store'
import { USER_SORTS, type UserSort } from '@/lib/users/users.schemas'

useTestDatabase()

const CROWD = 240
const FEW = 7
const LIMIT = 25
/** How many users a search reads in order: all of them, some, or none. */
const MAX_READ = [1000, 30, 0]

interface Made {
  id: string
  email: string
  key: string
  at: Date
  status: string
  kind: string
  roles: string[]
}
let people: Made[]

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const everyone = await insertRole('crowd', [])
  const some = await insertRole('few', [])
  // Addresses, dates and names sort in three different orders; every tenth user matches the search
  // with both. The last ones by date share a name, so that a walk from the other end reaches them
  // last.
  await db().$executeRaw`
    INSERT INTO users (id, email, name, status, created_at)
    SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'crowd' ELSE 'x' END || n * 37 % ${CROWD} || '@example.org',
      CASE WHEN n > ${CROWD - 70} THEN 'Late ' WHEN n % 50 = 1 THEN 'Solo ' ELSE 'Crowd ' END || n * 41 % 97,
      (CASE n % 7 WHEN 0 THEN 'pending' WHEN 1 THEN 'deleted' ELSE 'active' END)::user_status, '2026-01-01'::timestamptz + n / 4 * interval '1 s'
    FROM generate_series(1, ${CROWD}) n`
  await db()
    .$executeRaw`INSERT INTO user_roles (user_id, role_id) SELECT id, ${everyone}::uuid FROM users`
  await db().$executeRaw`
    INSERT INTO user_roles (user_id, role_id) SELECT id, ${some}::uuid FROM users ORDER BY email COLLATE "C" LIMIT ${FEW}`
  // Service accounts, in the middle of every order.
  await db().$executeRaw`
    INSERT INTO users (id, kind, email, name, status, created_at)
    SELECT id, 'service', id || '@service.invalid', 'Crowd ' || n, (CASE WHEN n % 3 = 0 THEN 'deactivated' ELSE 'active' END)::user_status,
      '2026-01-01'::timestamptz + n * interval '3 s'
    FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 14) n) given`
  await db().$executeRaw`
    INSERT INTO user_roles (user_id, role_id) SELECT id, ${everyone}::uuid FROM users WHERE kind = 'service'`
  people = await db().$queryRaw<Made[]>`
    SELECT u.id::text AS id, u.email, u.name_key AS key, u.created_at AS at, u.status::text AS status, u.kind::text AS kind,
      ARRAY(SELECT r.name FROM user_roles h JOIN roles r ON r.id = h.role_id WHERE h.user_id = u.id) AS roles
    FROM users u`
})

const keyOf = (sort: UserSort, one: Made) =>
  sort.endsWith('created_at') ? one.at.toISOString() : sort.endsWith('email') ? one.email : one.key

/** One or two characters are searched for at the beginning only. */
const contains = (text: string, query: string) =>
  query.length < 3 ? text.startsWith(query) : text.includes(query)

function expected({ query, status, roleKey, kind }: UserFilter, sort: UserSort): string[] {
  const sign = sort.startsWith('-') ? -1 : 1
  return people
    .filter((one) => !query || contains(one.email, query) || contains(one.key, query))
    .filter(
      (one) =>
        (!status || one.status === status) &&
        (!roleKey || one.roles.includes(roleKey)) &&
        (!kind || one.kind === kind),
    )
    .sort((a, b) => {
      const [x, y] = [keyOf(sort, a), keyOf(sort, b)]
      return sign * (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1)
    })
    .map(({ id }) => id)
}

async function walk(filter: UserFilter, sort: UserSort, maxRead: number): Promise<string[]> {
  const seen: string[] = []
  for (let after: ListPlace | null = null; ;) {
    const rows = await listUserRows(filter, { sort, after, limit: LIMIT }, maxRead)
    seen.push(...rows.map(({ id }) => id))
    if (rows.length < LIMIT) return seen
    const last = people.find(({ id }) => id === seen.at(-1))!
    after = { key: keyOf(sort, last), id: last.id }
  }
}

const QUERIES = [null, 'crowd', 'solo', 'late', 'x1', '7@ex', 'nobody']
const ROLES = [null, 'crowd', 'few', 'unheard of']

it('any number of matches is counted as the list shows them, up to the limit', async () => {
  for (const query of QUERIES)
    for (const roleKey of ROLES)
      for (const status of [null, 'active', 'deactivated'] as const) {
        const filter = { query, status, roleKey, kind: null }
        const { length } = expected(filter, 'email')
        expect(await countUserRows(filter), JSON.stringify(filter)).toBe(length)
        expect(await countUserRows(filter, 20), JSON.stringify(filter)).toBe(Math.min(length, 20))
      }
})

describe.each(USER_SORTS)('for any number and position of matches, %s', (sort) => {
  it.each(ROLES)('pages of role %s show each user once and in order', async (roleKey) => {
    for (const query of QUERIES)
      for (const status of [null, 'active', 'deactivated'] as const) {
        const filter = { query, status, roleKey, kind: null }
        for (const maxRead of MAX_READ)
          expect(await walk(filter, sort, maxRead), JSON.stringify(filter)).toEqual(
            expected(filter, sort),
          )
      }
  })
})

describe.each(['person', 'service'] as const)('accounts of kind %s', (kind) => {
  it.each(USER_SORTS)('are listed and counted alone, by %s', async (sort) => {
    for (const query of [null, 'crowd', 'nobody'])
      for (const roleKey of [null, 'crowd', 'few'])
        for (const status of [null, 'active'] as const) {
          const filter = { query, status, roleKey, kind }
          const wanted = expected(filter, sort)
          for (const maxRead of MAX_READ)
            expect(await walk(filter, sort, maxRead), JSON.stringify(filter)).toEqual(wanted)
          expect(await countUserRows(filter), JSON.stringify(filter)).toBe(wanted.length)
        }
  })
})
