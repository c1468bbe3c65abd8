import pg from 'pg'
import { median } from '@/bench/statistics'
import { databaseAddress, seededId } from '@/bench/seeded-database'
import type { ServiceUnderTest } from '@/bench/service-under-test'
import { syncCatalog } from '@/lib/access/catalog'
import { loadSettings } from '@/lib/config/settings'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openDatabase } from '@/lib/platform/db/database'
import { listUsers, type UserListRequest } from '@/lib/users/list-users'

const SMALL = { name: 'users_small', users: 1_000 }
const LARGE = { name: 'users_large', users: 1_000_000 }
const TURNS = 3
const ROUNDS = 7
const LIMIT = 50

type Size = typeof SMALL
type Question = Partial<UserListRequest>

/** One in so many users has this name and this role. */
const SHARES = { most: 2, many: 20, some: 250, few: 50_000 }
/**
 * The oldest users, one in so many, are named "early": in a list with the newest first they come
 * last.
 */
const EARLY = 50
const QUESTIONS: Record<string, Question> = {
  'by date': { sort: '-created_at' },
  'by date, oldest first': { sort: 'created_at' },
  'by email': { sort: 'email' },
  'by name': { sort: 'name' },
  'by name, backwards': { sort: '-name' },
  'one status': { status: 'deactivated' },
  'one status, by name': { status: 'deactivated', sort: 'name' },
  'search that finds one': { query: 'p77-' },
  'search without matches': { query: 'zzzz' },
  ...Object.fromEntries<Question>(
    Object.keys(SHARES).flatMap((share) => [
      [`search that finds ${share}, by date`, { query: share }],
      [`search that finds ${share}, by email`, { query: share, sort: 'email' }],
      [`search that finds ${share}, by name`, { query: share, sort: 'name' }],
      [`role of ${share}, by date`, { role: share }],
      [`role of ${share}, by email`, { role: share, sort: 'email' }],
      [`role of ${share}, by name, backwards`, { role: share, sort: '-name' }],
    ]),
  ),
  'role of most, one status': { role: 'most', status: 'deactivated' },
  'role of most, one status, by name': { role: 'most', status: 'deactivated', sort: 'name' },
  'search and role': { query: 'many', role: 'some' },
  'search that finds some and role of most': { query: 'some', role: 'most' },
  'search that finds many and role of many, by email': {
    query: 'many',
    role: 'many',
    sort: 'email',
  },
  'search that finds many, one status': { query: 'many', status: 'deactivated' },
  'search that finds the oldest, newest first': { query: 'early' },
  'role without users': { role: 'nobody' },
}

/**
 * Milliseconds for pages of the user list, the first and the sixth for each query, alternating
 * between both sizes; `small` is undefined when the small one has no sixth page. `first`: the first
 * page of the small one, as it comes.
 */
export async function benchUsers({ postgres, env }: ServiceUnderTest): Promise<{
  first: number
  pages: { page: string; small: number | undefined; large: number }[]
}> {
  loadSettings(env)
  for (const size of [SMALL, LARGE]) {
    await postgres.run(`CREATE DATABASE ${size.name}`)
    await seed(databaseAddress(postgres.url, size.name), size)
  }
  const [small, large] = [new Map<string, number[]>(), new Map<string, number[]>()]
  for (let turn = 0; turn < TURNS; turn++) {
    await measure(databaseAddress(postgres.url, SMALL.name), small)
    await measure(databaseAddress(postgres.url, LARGE.name), large)
  }
  const medianOf = (times: number[] | undefined) => times && median(times)
  return {
    first: median(small.get('by date')!),
    pages: [...large].map(([page, ms]) => ({
      page,
      small: medianOf(small.get(page)),
      large: median(ms),
    })),
  }
}

async function seed(url: string, { users }: Size): Promise<void> {
  const database = await openDatabase({ url })
  await applyMigrations(database.pool, 'prisma/migrations')
  await syncCatalog(new Date())
  await database.close()
  const client = new pg.Client(url)
  await client.connect()
  // 7919 is coprime to the number of users: dates, addresses and names are in three different
  // orders.
  const shuffled = `(n::bigint * 7919 % ${users})`
  const called = Object.entries(SHARES).map(
    ([share, each]) => `WHEN ${shuffled} % ${each} = 1 THEN '${share}'`,
  )
  for (const statement of [
    `SET session_replication_role = replica`,
    `ALTER TABLE user_roles DISABLE TRIGGER USER`,
    `INSERT INTO users (id, email, name, status, email_verified_at, created_at)
       SELECT ${seededId('1', 'n')}, 'p' || ${shuffled} || '-@example.org', CASE WHEN n <= ${users / EARLY} THEN 'early' ${called.reverse().join(' ')} ELSE 'other' END || ' ' || md5(n::text),
         (CASE WHEN n % 100 = 5 THEN 'deactivated' ELSE 'active' END)::user_status, now(), '2020-01-01'::timestamptz + n * interval '1 min'
       FROM generate_series(1, ${users}) n`,
    ...[...Object.keys(SHARES), 'nobody'].map(
      (role, i) =>
        `INSERT INTO roles (id, name, name_key) VALUES (${seededId('2', String(i))}, '${role}', '${role}')`,
    ),
    ...Object.values(SHARES).map(
      (each, i) =>
        `INSERT INTO user_roles (user_id, role_id, user_status, user_created_at, user_email, user_name_key)
           SELECT u.id, ${seededId('2', String(i))}, u.status, u.created_at, u.email, u.name_key FROM generate_series(1, ${users}) n
           JOIN users u ON u.id = ${seededId('1', 'n')} WHERE n::bigint * 104729 % ${each} = 1`,
    ),
    `ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_copy_user`,
    `VACUUM ANALYZE`,
  ])
    await client.query(statement)
  await client.end()
}

/**
 * Adds times per query. The queries alternate, so that other load on the machine affects all of
 * them.
 */
async function measure(url: string, times: Map<string, number[]>): Promise<void> {
  const database = await openDatabase({ url })
  const pages: [string, Question][] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    pages.push([name, question])
    const cursor = await later(question)
    if (cursor) pages.push([`${name}, page 6`, { ...question, cursor }])
  }
  for (const [name] of pages) if (!times.has(name)) times.set(name, [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, question] of pages) {
      const startedAt = performance.now()
      await ask(question)
      times.get(name)!.push(performance.now() - startedAt)
    }
  await database.close()
}

async function ask(question: Question) {
  const page = await listUsers({ sort: '-created_at', limit: LIMIT, ...question })
  if (!page.ok) throw new Error(page.code)
  return page
}

/** Where the sixth page begins; null when there are fewer pages. */
async function later(question: Question): Promise<string | null> {
  let cursor: string | null = null
  for (let page = 0; page < 5; page++) {
    cursor = (await ask({ ...question, cursor: cursor ?? undefined })).nextCursor
    if (!cursor) return null
  }
  return cursor
}
