import { MANAGED_USER, type ManagedUserRow } from '@/lib/accounts/managed-user.store'
import { database, db, type Db } from '@/lib/platform/db/database'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import type { UserSort } from '@/lib/users/users.schemas'
import { Prisma, type UserKind, UserStatus } from '@/prisma/generated/client'

const { sql, raw, join, empty } = Prisma

/** The filters of a user list. */
export interface UserFilter {
  /** Part of the address or name, as typed; null for any. */
  query: string | null
  status: UserStatus | null
  /** The normalized name of a role (roleNameKey); null for any. */
  roleKey: string | null
  kind: UserKind | null
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

/** How many users a search reads in order: enough to fill a page of 50 if one in 1,000 matches. */
const MAX_READ = 50_000

/**
 * Limits are rounded up to one of these, because each is a text of its own, and PostgreSQL keeps a
 * prepared statement for each text on each connection.
 */
const PAGE_SIZES = [51, 201]

/**
 * The users of a page in order, at most `limit`. Only tests pass `maxRead`.
 *
 * Without a text, the page is read from the index of its order. Every such index begins with the
 * status, so that “all statuses” merges four ordered ranges. With a role, the ranges are those of
 * its assignments, which carry copies of the columns (decision 0011).
 *
 * With a text, the first users of that order are filtered. This fills the page if many match, and
 * completes it if few users have the status or role. Otherwise all matches are found by the trigram
 * index (or by reading the table, if PostgreSQL expects that to be faster) and sorted. Decision
 * 0017 has the times. Service accounts are few and have an index of their own, so they are sorted
 * too.
 */
export async function listUserRows(
  filter: UserFilter,
  asked: PageAsked,
  maxRead = MAX_READ,
): Promise<ListedUserRow[]> {
  const limit = PAGE_SIZES.find((size) => size >= asked.limit) ?? asked.limit
  const rows = await readPage(filter, { ...asked, limit }, maxRead)
  return rows.slice(0, asked.limit)
}

async function readPage(
  filter: UserFilter,
  page: PageAsked,
  maxRead: number,
): Promise<ListedUserRow[]> {
  if (filter.query === null)
    return db().$queryRaw<ListedUserRow[]>(detailsOf(untyped(filter, page), page))
  const { pattern } = await patternsOf(db(), filter.query)
  const first = inOrder(filter, { ...page, limit: maxRead })
  const filtered = sql`SELECT id, key FROM (${first}) r WHERE ${contains(pattern)} ${ordered(page)}`
  const rows = await db().$queryRaw<ListedUserRow[]>(detailsOf(filtered, page))
  const narrow = filter.status !== null || filter.roleKey !== null
  if (rows.length === page.limit || (narrow && (await countOf(first)) < maxRead)) return rows
  return queryPlanned<ListedUserRow>(detailsOf(sortedMatches(filter, page, pattern), page))
}

const detailsOf = (users: Prisma.Sql, page: PageAsked) => sql`
  SELECT ${raw(MANAGED_USER)}, u.name_key AS "nameKey"
  FROM (${users}) p JOIN users u ON u.id = p.id ${ordered(page, 'p.')}`

/** How many users match the filter; stops at `most`. */
export async function countUserRows(filter: UserFilter, most = COUNT_PROBE): Promise<number> {
  const users =
    filter.query === null
      ? untyped(filter, { sort: 'email', after: null, limit: most })
      : sql`SELECT FROM users WHERE ${meets(filter, (await patternsOf(db(), filter.query)).pattern)} LIMIT ${most}`
  return countOf(users)
}

async function countOf(users: Prisma.Sql): Promise<number> {
  const rows = await queryPlanned<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${users}) counted`,
  )
  return rows[0]!.count
}

/** The IDs of up to `limit` users that match the filter, newest first. */
export async function listMatchingIds(filter: UserFilter, limit: number): Promise<string[]> {
  const page = { sort: '-created_at', after: null, limit } as const
  const users =
    filter.query === null
      ? untyped(filter, page)
      : sortedMatches(filter, page, (await patternsOf(db(), filter.query)).pattern)
  const rows = await queryPlanned<{ id: string }>(
    sql`SELECT s.id FROM (${users}) s ORDER BY s.key DESC, s.id DESC`,
  )
  return rows.map(({ id }) => id)
}

/** A user in search results. */
export interface FoundUser {
  id: string
  email: string
  name: string | null
}

/** More than are shown, so that even many matches are sorted by address among these. */
const MAX_SUGGESTED = 200

/**
 * Up to `limit` users that match a text: first those whose address or name begins with it, then
 * others, each by address. Of more than 200 that contain it elsewhere, an arbitrary 200 are sorted.
 * Plan: the beginning of two index ranges for each status, and the trigram index or the beginning
 * of the table.
 */
export async function searchUserRows(query: string, limit: number): Promise<FoundUser[]> {
  const { prefix, pattern } = await patternsOf(db(), query)
  const [byEmail, byName] = (['email', 'name'] as const).map((sort) =>
    inOrder(ANY_USER, { sort, after: null, limit }, sql`${raw(USERS[sort])} LIKE ${prefix}`),
  )
  return queryPlanned<FoundUser>(sql`
    SELECT u.id::text AS id, u.email, u.name FROM users u WHERE u.id IN (
      SELECT id FROM (${byEmail!}) e UNION SELECT id FROM (${byName!}) n
      UNION (SELECT id FROM users WHERE ${contains(pattern)} LIMIT ${MAX_SUGGESTED}))
    ORDER BY (u.email LIKE ${prefix} OR u.name_key LIKE ${prefix}) DESC, u.email COLLATE "C"
    LIMIT ${limit}`)
}

const ANY_USER: UserFilter = { query: null, status: null, roleKey: null, kind: null }

/** The columns of a list in `users`, and their copies in `user_roles`. */
const USERS = {
  id: 'id',
  status: 'status',
  created_at: 'created_at',
  email: 'email COLLATE "C"',
  name: 'name_key',
}
const ASSIGNMENTS = {
  id: 'user_id',
  status: 'user_status',
  created_at: 'user_created_at',
  email: 'user_email',
  name: 'user_name_key',
}

type SortColumn = 'created_at' | 'email' | 'name'
const columnOf = ({ sort }: PageAsked) => sort.replace('-', '') as SortColumn
const isDescending = ({ sort }: PageAsked) => sort.startsWith('-')

/** SQL of the first users of a page's order if no text was typed. */
const untyped = (filter: UserFilter, page: PageAsked) =>
  filter.kind === 'service' ? sortedMatches(filter, page, null) : inOrder(filter, page)

/**
 * SQL of the first users of a page's order, read from its index: the filter applies without its
 * text, and `condition`.
 */
function inOrder({ status, roleKey, kind }: UserFilter, page: PageAsked, condition?: Prisma.Sql) {
  const columns = roleKey === null ? USERS : ASSIGNMENTS
  const { id, email, name } = columns
  const read = raw(
    `${id} AS id, ${columns[columnOf(page)]} AS key, ${email} AS email, ${name} AS name_key`,
  )
  const from = roleKey === null ? sql`users WHERE` : sql`user_roles WHERE ${hasRole(roleKey)} AND`
  const ranges = (status ? [status] : Object.values(UserStatus)).map(
    (one) => sql`(
      SELECT ${read} FROM ${from} ${raw(columns.status)} = ${one}::user_status
      ${ofKind(kind, raw(id))} ${condition ? sql`AND ${condition}` : empty} ${after(page, columns)} ${ordered(page)})`,
  )
  return sql`SELECT id, key, email, name_key FROM (${join(ranges, ' UNION ALL ')}) r ${ordered(page)}`
}

/**
 * SQL of the first users of a page's order among all that match. Materialized, because PostgreSQL
 * would otherwise read the order's index to the end when it expects more matches than there are.
 */
const sortedMatches = (filter: UserFilter, page: PageAsked, pattern: string | null) => sql`
  WITH matching AS MATERIALIZED (
    SELECT id, ${raw(USERS[columnOf(page)])} AS key FROM users
    WHERE ${meets(filter, pattern)} ${after(page, USERS)})
  SELECT id, key FROM matching ${ordered(page)}`

/** Whether a user of `users` matches the filter. */
const meets = ({ query, status, roleKey, kind }: UserFilter, pattern: string | null) => sql`
  ${query === null ? sql`true` : contains(pattern)} ${ofKind(kind, sql`id`)}
  ${status ? sql`AND status = ${status}::user_status` : empty}
  ${roleKey === null ? empty : sql`AND id IN (SELECT user_id FROM user_roles WHERE ${hasRole(roleKey)})`}`

const contains = (pattern: string | null) =>
  sql`(email LIKE ${pattern} OR name_key LIKE ${pattern})`

/** Compared by ID, so that the indexes of the orders need no copy of the kind. */
function ofKind(kind: UserKind | null, id: Prisma.Sql) {
  const services = sql`(SELECT s.id FROM users s WHERE s.kind = 'service')`
  if (kind === null) return empty
  return kind === 'service' ? sql`AND ${id} IN ${services}` : sql`AND ${id} NOT IN ${services}`
}

const hasRole = (roleKey: string) =>
  sql`role_id = (SELECT id FROM roles WHERE name_key = ${roleKey})`

function after(page: PageAsked, columns: typeof USERS) {
  if (!page.after) return empty
  const { key, id } = page.after
  const type = raw(columnOf(page) === 'created_at' ? 'timestamptz' : 'text')
  const beyond = raw(isDescending(page) ? '<' : '>')
  return sql`AND (${raw(columns[columnOf(page)])}, ${raw(columns.id)}) ${beyond} (${key}::${type}, ${id}::uuid)`
}

/** The limit is a literal: for a parameter, PostgreSQL plans for a tenth of all rows. */
function ordered(page: PageAsked, of = '') {
  const direction = isDescending(page) ? 'DESC' : 'ASC'
  return raw(`ORDER BY ${of}key ${direction}, ${of}id ${direction} LIMIT ${Math.trunc(page.limit)}`)
}

interface Patterns {
  prefix: string | null
  pattern: string | null
}

/**
 * The LIKE patterns of a text, which is normalized like addresses and names: `prefix` for a
 * beginning, `pattern` for any part. One or two characters have no trigram, so that they match the
 * beginning only. Null, which matches no one, if nothing is left of the text (combining marks
 * only).
 */
async function patternsOf(db: Db, text: string): Promise<Patterns> {
  const rows = await db.$queryRaw<Patterns[]>`
    SELECT prefix, CASE WHEN length(key) < 3 THEN prefix ELSE '%' || prefix END AS pattern
    FROM (SELECT key, regexp_replace(key, '([\\\\%_])', '\\\\\\1', 'g') || '%' AS prefix
      FROM (SELECT nullif(search_key(${text}), '') AS key) given) escaped`
  return rows[0]!
}

/**
 * Runs a statement without a name: PostgreSQL then plans it for these very values, which matters
 * when it depends on them whether the trigram index or the table is faster.
 */
async function queryPlanned<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
  return (await database().pool.query<Row>({ text, values })).rows
}
