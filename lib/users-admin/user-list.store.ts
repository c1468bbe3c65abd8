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

/**
 * The users of a page in their order, at most `limit`. Its cost does not depend on how many users there are: without query and role
 * one index has them in order; with, whichever is fewer to look at: those who may match, or those in order until enough match.
 */
export async function listUserRows(
  db: Db,
  filter: UserFilter,
  page: { sort: UserSort; after: ListPlace | null; limit: number },
): Promise<ListedUserRow[]> {
  const values: unknown[] = []
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`
  const few = await findFew(db, filter)
  const column = COLUMNS[page.sort.replace('-', '') as keyof typeof COLUMNS]
  const [direction, beyond] = page.sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>']
  const order = `${column.sql} ${direction}, u.id ${direction}`
  const conditions = conditionsOf(filter, value)
  if (page.after) {
    const place = `(${value(page.after.key, column.type)}, ${value(page.after.id, 'uuid')})`
    conditions.push(`(${column.sql}, u.id) ${beyond} ${place}`)
  }
  // An array, so that the planner looks these up one by one whatever it guesses their number to be.
  if (few) conditions.unshift(`u.id = ANY (ARRAY(${few(value)}))`)
  const ids = `
    SELECT u.id FROM users u ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
    ORDER BY ${order} LIMIT ${value(page.limit, 'int')}`
  return db.$queryRawUnsafe<ListedUserRow[]>(
    `SELECT ${MANAGED_USER}, u.name_key AS "nameKey" FROM (${ids}) p JOIN users u ON u.id = p.id ORDER BY ${order}`,
    ...values,
  )
}

type Value = (given: unknown, type: string) => string

function conditionsOf({ query, status, roleId }: UserFilter, value: Value): string[] {
  const conditions: string[] = []
  if (status) conditions.push(`u.status = ${value(status, 'user_status')}`)
  if (query) conditions.push(`(${beginsWith(query, value).join(' OR ')})`)
  if (roleId)
    conditions.push(
      `EXISTS (SELECT FROM user_roles h WHERE h.user_id = u.id AND h.role_id = ${value(roleId, 'uuid')})`,
    )
  return conditions
}

/** Ranges of two indexes. No pattern is involved: `%`, `_` and `\` stand for themselves. */
function beginsWith(query: string, value: Value): string[] {
  const key = `search_key(${value(query, 'text')})`
  return ['u.email COLLATE "C"', 'u.name_key'].map(
    (column) => `(${column} >= ${key} AND ${column} < ${key} || U&'\\+10FFFF')`,
  )
}

/** What gives the ids of all that may match, where they are few: by the query, else by the role; null where they are many. */
async function findFew(db: Db, { query, roleId }: UserFilter): Promise<((value: Value) => string) | null> {
  const sources = [
    query &&
      ((value: Value) =>
        beginsWith(query, value)
          .map((range) => `(SELECT u.id FROM users u WHERE ${range} LIMIT ${COLLECT_AT_MOST + 1})`)
          .join(' UNION ALL ')),
    roleId &&
      ((value: Value) =>
        `SELECT h.user_id AS id FROM user_roles h WHERE h.role_id = ${value(roleId, 'uuid')}`),
  ]
  for (const source of sources) {
    if (!source) continue
    const values: unknown[] = []
    const ids = source((given, type) => `$${values.push(given)}::${type}`)
    const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM (${ids} LIMIT ${COLLECT_AT_MOST + 1}) c`,
      ...values,
    )
    if (row!.count <= COLLECT_AT_MOST) return source
  }
  return null
}
