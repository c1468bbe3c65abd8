import { MANAGED_USER, type ManagedUserRow } from '@/lib/accounts/managed-user.store'
import { database, type Db, type Tx } from '@/lib/platform/db/database'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import type { UserSort } from '@/lib/users/users.schemas'
import { Prisma, UserStatus } from '@/prisma/generated/client'

const { sql, raw, join, empty } = Prisma

/** The filters of a user list. */
export interface UserFilter {
  /** Part of the address or name, as typed; null for any. */
  query: string | null
  status: UserStatus | null
  /** The normalized name of a role (roleNameKey); null for any. */
  roleKey: string | null
}

/** Where the next page begins: the sort key and ID of the last user before it. */
export interface ListPlace {
  key: string
  id: string
}

/** A page of at most `limit` users after a position. */
export interface PageAsked {
  sort: UserSort
  after: ListPlace | null
  limit: number
}

export type ListedUserRow = ManagedUserRow & { nameKey: string }

/** The IDs of the users that match a text: null without a text, or when there are too many. */
export type MatchedIds = readonly string[] | null

/** Up to this many matches are collected and sorted; more are found by walking the page's order. */
const MAX_COLLECTED = 5_000

/**
 * SQL of the LIKE pattern for a text, normalized like addresses and names, with its wildcards
 * escaped. A text of one or two characters has no trigram; it matches at the beginning only.
 */
const patternOf = (text: string) =>
  `CASE WHEN length(search_key(${text})) < 3 THEN '' ELSE '%' END || ${escapedKey(text)} || '%'`
const escapedKey = (text: string) =>
  String.raw`regexp_replace(search_key(${text}), '([\\%_])', '\\\1', 'g')`

/**
 * The users that match the text of a filter, if they are few. Sent without a name, so that
 * PostgreSQL plans for this very text: a rare one uses the trigram index, a frequent one stops
 * after reading part of the table.
 */
export async function findMatchedIds(
  { query }: UserFilter,
  most = MAX_COLLECTED,
): Promise<MatchedIds> {
  if (query === null) return null
  const pattern = patternOf('$1::text')
  const { rows } = await database().pool.query<{ id: string }>({
    text: `SELECT id::text AS id FROM users
      WHERE email LIKE ${pattern} OR name_key LIKE ${pattern} LIMIT $2::int`,
    values: [query, most + 1],
  })
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/**
 * The users of a page in order, at most `limit`.
 *
 * A search first collects its matches. If they are few, the page is sorted from them. If they are
 * many, or there is no search, the page is read from the index of its order, with any search as a
 * filter: among many matches, enough for a page are usually close. All indexes begin with the
 * status, so that “all statuses” merges four ordered ranges. With a role, the ranges are those of
 * its assignments, which carry copies of the columns (decision 0011).
 */
export async function listUserRows(
  db: Db,
  filter: UserFilter,
  page: PageAsked,
  matched?: MatchedIds,
): Promise<ListedUserRow[]> {
  const ids = matched === undefined ? await findMatchedIds(filter) : matched
  const { order } = orderOf(page.sort)
  return db.$queryRaw<ListedUserRow[]>`
    SELECT ${raw(MANAGED_USER)}, u.name_key AS "nameKey"
    FROM (${usersOf(filter, page, ids)}) p JOIN users u ON u.id = p.id ${order('p.')}`
}

/** How many users match the filter; stops at `most`. */
export async function countUserRows(
  db: Db,
  filter: UserFilter,
  most = COUNT_PROBE,
): Promise<number> {
  const page = { sort: 'email', after: null, limit: most } as const
  const ids = await findMatchedIds(filter, most)
  const rows = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (${usersOf(filter, page, ids)}) matching`
  return rows[0]!.count
}

/** Selects up to `most` users that match the filter for a bulk action, newest first. */
export function selectMatching(
  tx: Tx,
  bulkId: string,
  by: { filter: UserFilter; matched: MatchedIds; most: number },
): Promise<number> {
  const page = { sort: '-created_at', after: null, limit: by.most } as const
  const { order } = orderOf(page.sort)
  return tx.$executeRaw`
    INSERT INTO bulk_action_users (bulk_action_id, position, user_id)
    SELECT ${bulkId}::uuid, row_number() OVER (${order('s.')}), s.id
    FROM (${usersOf(by.filter, page, by.matched)}) s`
}

/** A user in search results. */
export interface FoundUser {
  id: string
  email: string
  name: string | null
}

/**
 * Up to `limit` users that match a text: first those whose address or name begins with it, then the
 * others, each by address. Among very many matches, all are in order of address.
 */
export async function searchUserRows(db: Db, query: string, limit: number): Promise<FoundUser[]> {
  const filter = { query, status: null, roleKey: null }
  const ids = await findMatchedIds(filter)
  if (!ids) {
    const rows = await listUserRows(db, filter, { sort: 'email', after: null, limit }, ids)
    return rows.map(({ id, email, name }) => ({ id, email, name }))
  }
  const begins = raw(`u.email LIKE p.prefix OR u.name_key LIKE p.prefix`)
  return db.$queryRaw<FoundUser[]>`
    SELECT u.id::text AS id, u.email, u.name FROM users u
    CROSS JOIN (SELECT ${raw(escapedKey('t'))} || '%' AS prefix FROM (SELECT ${query}::text) given (t)) p
    WHERE u.id = ANY(${[...ids]}::uuid[])
    ORDER BY (${begins}) DESC, u.email COLLATE "C" LIMIT ${limit}::int`
}

const COLUMNS = {
  created_at: { users: 'created_at', roles: 'user_created_at', type: 'timestamptz' },
  email: { users: 'email COLLATE "C"', roles: 'user_email', type: 'text' },
  name: { users: 'name_key', roles: 'user_name_key', type: 'text' },
} as const

function orderOf(sort: UserSort) {
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS]
  const [direction, beyond] = sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>']
  const order = (of = '') => raw(`ORDER BY ${of}key ${direction}, ${of}id ${direction}`)
  return { column, beyond: raw(beyond), order }
}

/** SQL of the users of a page as (id, key), in order. */
function usersOf(filter: UserFilter, page: PageAsked, ids: MatchedIds): Prisma.Sql {
  const { order } = orderOf(page.sort)
  // A literal: for a parameter, PostgreSQL plans as if a tenth of the table were wanted.
  const limit = raw(`LIMIT ${Math.trunc(page.limit)}`)
  const statuses = filter.status ? [filter.status] : Object.values(UserStatus)
  const ranges = ids
    ? [amongMatches(filter, page, ids)]
    : statuses.map((status) => inOrder({ ...filter, status }, page))
  const parts = ranges.map((range) => sql`(${range} ${order()} ${limit})`)
  return sql`SELECT id, key FROM (${join(parts, ' UNION ALL ')}) r ${order()} ${limit}`
}

function amongMatches(filter: UserFilter, { sort, after }: PageAsked, ids: readonly string[]) {
  const { column, beyond } = orderOf(sort)
  const key = raw(column.users)
  return sql`
    SELECT id, ${key} AS key FROM users WHERE id = ANY(${[...ids]}::uuid[])
    ${filter.status ? sql`AND status = ${filter.status}::user_status` : empty}
    ${filter.roleKey === null ? empty : sql`AND id IN (SELECT user_id FROM user_roles WHERE role_id = ${roleOf(filter.roleKey)})`}
    ${after ? sql`AND (${key}, id) ${beyond} (${after.key}::${raw(column.type)}, ${after.id}::uuid)` : empty}`
}

/** One status, from the index of the page's order. */
function inOrder({ query, status, roleKey }: UserFilter, { sort, after }: PageAsked) {
  const { column, beyond } = orderOf(sort)
  const byRole = roleKey !== null
  const [id, key, email, name] = (
    byRole
      ? ['user_id', column.roles, 'user_email', 'user_name_key']
      : ['id', column.users, 'email', 'name_key']
  ).map((text) => raw(text)) as [Prisma.Sql, Prisma.Sql, Prisma.Sql, Prisma.Sql]
  const from = byRole
    ? sql`user_roles WHERE role_id = ${roleOf(roleKey)} AND user_status = ${status}::user_status`
    : sql`users WHERE status = ${status}::user_status`
  // A subquery is evaluated once; as a plain expression, the pattern would be for every row.
  const pattern =
    query === null
      ? empty
      : sql`(SELECT ${raw(patternOf('t'))} FROM (SELECT ${query}::text) given (t))`
  return sql`
    SELECT ${id} AS id, ${key} AS key FROM ${from}
    ${query === null ? empty : sql`AND (${email} LIKE ${pattern} OR ${name} LIKE ${pattern})`}
    ${after ? sql`AND (${key}, ${id}) ${beyond} (${after.key}::${raw(column.type)}, ${after.id}::uuid)` : empty}`
}

const roleOf = (roleKey: string) => sql`(SELECT id FROM roles WHERE name_key = ${roleKey})`
