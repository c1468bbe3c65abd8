import type { Db } from '@/lib/platform/db/database'
import { MANAGED_USER, type ManagedUserRow } from '@/lib/users/managed-user.store'
import type { UserStatus } from '@/lib/users/user-status'
import type { UserSort } from '@/lib/users-admin/user-sort'

/** Which users a list shows. */
export interface UserFilter {
  /** The beginning of the address or of the name, as typed; null for any. */
  query: string | null
  status: UserStatus | null
  roleId: string | null
}

/** The place in a list where the next page begins: the sort key and the id of the last user before it. */
export interface ListPlace {
  key: string
  id: string
}

export type ListedUserRow = ManagedUserRow & { nameKey: string }

/** Up to so many candidates are collected and sorted; beyond, the list is walked in its order until the page is full. */
const COLLECT_AT_MOST = 5000
const COLUMNS = {
  created_at: { sql: 'u.created_at', type: 'timestamptz' },
  email: { sql: 'u.email COLLATE "C"', type: 'text' },
  name: { sql: 'u.name_key', type: 'text' },
} as const

type Value = (given: unknown, type: string) => string

/**
 * The users of a page in their order, at most `limit`. Without query and role one index has them in order; with, whichever is fewer
 * to look at: those who may match, or those in order until enough match. Either reads indexes that carry whatever is filtered and
 * sorted by: the table is asked for the users of the page alone.
 */
export async function listUserRows(
  db: Db,
  filter: UserFilter,
  page: { sort: UserSort; after: ListPlace | null; limit: number },
): Promise<ListedUserRow[]> {
  const few = await findFew(db, filter)
  const values: unknown[] = []
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`
  const column = COLUMNS[page.sort.replace('-', '') as keyof typeof COLUMNS]
  const [direction, beyond] = page.sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>']
  const place =
    page.after &&
    `(${column.sql}, u.id) ${beyond} (${value(page.after.key, column.type)}, ${value(page.after.id, 'uuid')})`
  const inOrder = `ORDER BY key ${direction}, id ${direction} LIMIT ${value(page.limit, 'int')}`
  const selected = `SELECT u.id, ${column.sql} AS key FROM`
  const candidates = rangesOf(filter.query, value).map((range, i) => {
    const collect = few.ranges[i] === true
    const conditions = [...conditionsOf(filter, few.holders && !collect, value), place]
    // OFFSET 0, so that the planner reads the range whatever else it could begin with.
    const from = collect
      ? `(SELECT * FROM users u ${where(range)} OFFSET 0) u ${where(...conditions)}`
      : `users u ${where(range, ...conditions)}`
    return `(${selected} ${from} ${inOrder})`
  })
  return db.$queryRawUnsafe<ListedUserRow[]>(
    `SELECT ${MANAGED_USER}, u.name_key AS "nameKey" FROM (SELECT * FROM (${candidates.join(' UNION ')}) c ${inOrder}) p
     JOIN users u ON u.id = p.id ORDER BY p.key ${direction}, p.id ${direction}`,
    ...values,
  )
}

function where(...conditions: (string | null)[]): string {
  const given = conditions.filter((condition) => condition !== null)
  return given.length > 0 ? `WHERE ${given.join(' AND ')}` : ''
}

/** What users have to meet beside the query. `fromHolders`: the holders of the role are few, and what to begin with. */
function conditionsOf({ status, roleId }: UserFilter, fromHolders: boolean, value: Value): string[] {
  const conditions: string[] = []
  if (status) conditions.push(`u.status = ${value(status, 'user_status')}`)
  if (roleId && fromHolders) conditions.push(`u.id = ANY (ARRAY(${holdersOf(roleId, value)}))`)
  else if (roleId) conditions.push(`EXISTS (${holdersOf(roleId, value)} AND h.user_id = u.id)`)
  return conditions
}

function holdersOf(roleId: string, value: Value): string {
  return `SELECT h.user_id FROM user_roles h WHERE h.role_id = ${value(roleId, 'uuid')}`
}

/**
 * Where those are whose address or name begins with the query; null, everybody, without one. Ranges of two indexes, and no pattern:
 * `%`, `_` and `\` stand for themselves.
 */
function rangesOf(query: string | null, value: Value): (string | null)[] {
  if (!query) return [null]
  const key = `search_key(${value(query, 'text')})`
  return ['u.email COLLATE "C"', 'u.name_key'].map(
    (column) => `(${column} >= ${key} AND ${column} < ${key} || U&'\\+10FFFF')`,
  )
}

/** In which of the ranges of the query few are, and whether few hold the role. */
async function findFew(
  db: Db,
  { query, roleId }: UserFilter,
): Promise<{ ranges: boolean[]; holders: boolean }> {
  if (!query && !roleId) return { ranges: [], holders: false }
  const values: unknown[] = []
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`
  const few = (rows: string) =>
    `(SELECT count(*) <= ${COLLECT_AT_MOST} FROM (${rows} LIMIT ${COLLECT_AT_MOST + 1}) c)`
  const ranges = query
    ? rangesOf(query, value).map((range) => few(`SELECT FROM users u ${where(range)}`))
    : []
  const holders = roleId ? few(holdersOf(roleId, value)) : 'false'
  const [row] = await db.$queryRawUnsafe<{ ranges: boolean[]; holders: boolean }[]>(
    `SELECT ARRAY[${ranges.join(', ')}]::boolean[] AS ranges, ${holders} AS holders`,
    ...values,
  )
  return row!
}
