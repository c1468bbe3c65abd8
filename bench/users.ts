import pg from 'pg'
import { loadSettings } from '@/lib/config/settings'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openDatabase } from '@/lib/platform/db/database'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { listUsers, type UserListRequest } from '@/lib/users-admin/list-users'
import { median } from '@/bench/http-load'
import type { ServiceUnderTest } from '@/bench/service-under-test'

const SMALL = { name: 'users_small', users: 1_000 }
const LARGE = { name: 'users_large', users: 1_000_000 }
const ROUNDS = 21
const LIMIT = 50

type Size = typeof SMALL
type Question = Partial<UserListRequest>

/** One in so many: who is called so, and who holds that role. */
const SHARES = { most: 2, many: 20, some: 250, few: 50_000 }
const QUESTIONS: Record<string, Question> = {
  'by date': { sort: '-created_at' },
  'by date, oldest first': { sort: 'created_at' },
  'by e-mail': { sort: 'email' },
  'by name': { sort: 'name' },
  'by name, backwards': { sort: '-name' },
  'one status': { status: 'deactivated' },
  'one status, by name': { status: 'deactivated', sort: 'name' },
  'search that finds one': { query: 'p77-' },
  'search that finds nobody': { query: 'zzzz' },
  ...Object.fromEntries<Question>(
    Object.keys(SHARES).flatMap((share) => [
      [`search that finds ${share}, by date`, { query: share }],
      [`search that finds ${share}, by e-mail`, { query: share, sort: 'email' }],
      [`search that finds ${share}, by name`, { query: share, sort: 'name' }],
      [`role of ${share}, by date`, { role: share }],
      [`role of ${share}, by name`, { role: share, sort: 'name' }],
    ]),
  ),
  'search and role': { query: 'many', role: 'some' },
  'role that nobody holds': { role: 'nobody' },
}

/**
 * Milliseconds of a page of the list of users, the first and the sixth of each question, in both sizes; `small` is undefined where
 * the small one has no sixth. `first`: the first page of the small one, as it comes.
 */
export async function benchUsers({
  postgres,
  env,
}: ServiceUnderTest): Promise<{ first: number; pages: { page: string; small?: number; large: number }[] }> {
  loadSettings(env)
  const times: Map<string, number>[] = []
  for (const size of [SMALL, LARGE]) {
    await postgres.run(`CREATE DATABASE ${size.name}`)
    const url = Object.assign(new URL(postgres.url), { pathname: `/${size.name}` }).toString()
    await seed(url, size)
    times.push(await measure(url))
  }
  const [small, large] = times as [Map<string, number>, Map<string, number>]
  return {
    first: small.get('by date')!,
    pages: [...large].map(([page, ms]) => ({ page, small: small.get(page), large: ms })),
  }
}

async function seed(url: string, { users }: Size): Promise<void> {
  const database = await openDatabase({ url })
  await applyMigrations(database.pool, 'prisma/migrations')
  await syncCatalog(new Date())
  await database.close()
  const client = new pg.Client(url)
  await client.connect()
  // 7919 has no factor in common with their number: dates, addresses and names are in three different orders.
  const shuffled = `(n::bigint * 7919 % ${users})`
  const called = Object.entries(SHARES).map(
    ([share, each]) => `WHEN ${shuffled} % ${each} = 1 THEN '${share}'`,
  )
  for (const statement of [
    `SET session_replication_role = replica`,
    `INSERT INTO users (id, email, name, status, email_verified_at, created_at)
       SELECT ${id('1', 'n')}, 'p' || ${shuffled} || '-@example.org', CASE ${called.reverse().join(' ')} ELSE 'other' END || ' ' || md5(n::text),
         (CASE WHEN n % 100 = 5 THEN 'deactivated' ELSE 'active' END)::user_status, now(), '2020-01-01'::timestamptz + n * interval '1 min'
       FROM generate_series(1, ${users}) n`,
    ...[...Object.keys(SHARES), 'nobody'].map(
      (role, i) =>
        `INSERT INTO roles (id, name, name_key) VALUES (${id('2', String(i))}, '${role}', '${role}')`,
    ),
    ...Object.values(SHARES).map(
      (each, i) =>
        `INSERT INTO user_roles (user_id, role_id)
           SELECT ${id('1', 'n')}, ${id('2', String(i))} FROM generate_series(1, ${users}) n WHERE n::bigint * 104729 % ${each} = 1`,
    ),
    `VACUUM ANALYZE`,
  ])
    await client.query(statement)
  await client.end()
}

/** SQL for the id of the n-th of a kind. */
function id(kind: string, n: string): string {
  return `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
}

/** Medians by question. The questions take turns, so that what the machine does besides meets all of them. */
async function measure(url: string): Promise<Map<string, number>> {
  const database = await openDatabase({ url })
  const pages: [string, Question][] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    pages.push([name, question])
    const cursor = await later(question)
    if (cursor) pages.push([`${name}, page 6`, { ...question, cursor }])
  }
  const times = new Map(pages.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, question] of pages) {
      const startedAt = performance.now()
      await ask(question)
      times.get(name)!.push(performance.now() - startedAt)
    }
  await database.close()
  return new Map([...times].map(([name, of]) => [name, median(of)]))
}

async function ask(question: Question) {
  const page = await listUsers({ sort: '-created_at', limit: LIMIT, ...question })
  if (!page.ok) throw new Error(page.code)
  return page
}

/** Where the sixth page begins; null when there are fewer. */
async function later(question: Question): Promise<string | null> {
  let cursor: string | null = null
  for (let page = 0; page < 5; page++) {
    cursor = (await ask({ ...question, cursor: cursor ?? undefined })).nextCursor
    if (!cursor) return null
  }
  return cursor
}
