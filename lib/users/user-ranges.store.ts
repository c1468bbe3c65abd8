import type { UserSort } from '@/lib/users/users.schemas'
import { UserStatus } from '@/prisma/generated/client'

/** The filters of a user list. */
export interface UserFilter {
  /** A prefix of the address or name, as typed; null for any. */
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

const TYPES = { created_at: 'timestamptz', email: 'text', name: 'text' } as const
const NAMES = ['email', 'name'] as const
type Name = (typeof NAMES)[number]
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/**
 * All users, or those with a role. Each source has a covering index per sort order, starting with
 * the status.
 */
const USERS = {
  from: 'users WHERE status',
  columns: { id: 'id', created_at: 'created_at', email: 'email COLLATE "C"', name: 'name_key' },
}
const USERS_OF_ROLE = {
  from: 'user_roles WHERE role_id = (SELECT role FROM asked) AND user_status',
  columns: {
    id: 'user_id',
    created_at: 'user_created_at',
    email: 'user_email',
    name: 'user_name_key',
  },
}

/**
 * SQL building blocks of a page: index ranges that return (id, key). They refer to `asked`, a
 * common table expression, and to `values`.
 */
export function userRanges(
  { query, status, roleKey }: UserFilter,
  { sort, after, limit }: PageAsked,
) {
  const values: unknown[] = []
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`
  const size = value(limit, 'int')
  const column = sort.replace('-', '') as keyof typeof TYPES
  const [direction, beyond] = sort.startsWith('-')
    ? (['DESC', '<'] as const)
    : (['ASC', '>'] as const)
  const order = (of = '') => `ORDER BY ${of}key ${direction}, ${of}id ${direction}`
  const source = roleKey === null ? USERS : USERS_OF_ROLE
  const { columns } = source
  const place = after && { key: value(after.key, TYPES[column]), id: value(after.id, 'uuid') }
  const beyondPlace = (key: string, id: string) =>
    place ? [`(${key}, ${id}) ${beyond} (${place.key}, ${place.id})`] : []
  const begins = (key: string) =>
    `(${key} >= (SELECT low FROM asked) AND ${key} < (SELECT high FROM asked))`
  const ranges = rangesOf(source, { status, column, order: order() })
  const inOrder = (most: number, conditions: readonly string[], more: Name[] = []) =>
    `SELECT * FROM (${ranges(conditions, { ordered: true, more })}) r ${order()} LIMIT ${most}`
  const fromPlace = beyondPlace(columns[column], columns.id)
  return {
    values,
    size,
    limit: `LIMIT ${size}`,
    order,
    asked: askedOf({
      role:
        roleKey === null
          ? 'NULL'
          : `(SELECT id FROM roles WHERE name_key = ${value(roleKey, 'text')})`,
      typed: query ? value(query, 'text') : null,
      place: column === 'created_at' ? null : place,
      direction,
    }),
    /** The searched columns; `inOrder` when the matches are a range of the page's own order. */
    searched: query
      ? NAMES.map((name) => ({ name, begins: begins(columns[name]), inOrder: name === column }))
      : [],
    /** The same condition for a result with a column of that name. */
    beginsOf: begins,
    /**
     * All users that match the filter, and the condition if given, unordered and regardless of
     * where the page begins.
     */
    unordered: (condition?: string) => ranges(condition ? [condition] : [], { ordered: false }),
    /** The first `most` users of the page, or of those on it that match the condition. */
    inOrder: (most: number, condition?: string) =>
      inOrder(most, [...fromPlace, ...(condition ? [condition] : [])]),
    /** The same with their address, name or both. */
    inOrderWith: (more: Name[], most: number) => inOrder(most, fromPlace, more),
    /** The first users of the page whose sort key begins with the query. */
    matchesInOrder: (most: number) =>
      inOrder(most, [
        `(${columns[column]}, ${columns.id}) ${beyond} ((SELECT start FROM asked), (SELECT start_id FROM asked))`,
        `${columns[column]} ${direction === 'ASC' ? '< (SELECT high' : '>= (SELECT low'} FROM asked)`,
      ]),
    /**
     * The first users of the page among `most` that match the condition, in page order; a row
     * without an id comes first when there are no more matches. (PostgreSQL reads the branches of a
     * union one after another, and never in parallel when they depend on a CTE.)
     */
    matching: (condition: string, most: number, unless: string) =>
      `SELECT * FROM (
        SELECT * FROM (${ranges([condition], { ordered: false })} UNION ALL SELECT NULL, NULL) r LIMIT ${most}
      ) r WHERE NOT ${unless} AND (id IS NULL OR ${beyondPlace('key', 'id')[0] ?? 'true'})
      ORDER BY key ${direction} NULLS FIRST, id ${direction} LIMIT ${size} + 1`,
  }
}

/** SQL of the values that `asked` is computed from. */
interface Asked {
  role: string
  typed: string | null
  place: { key: string; id: string } | null
  direction: 'ASC' | 'DESC'
}

interface Read {
  ordered: boolean
  /** Columns in addition to id and key. */
  more?: Name[]
}

/**
 * SQL of the users that meet all conditions. Each status is its own range, ordered if requested.
 */
function rangesOf(
  { from, columns }: typeof USERS,
  {
    status,
    column,
    order,
  }: { status: UserStatus | null; column: keyof typeof TYPES; order: string },
): (conditions: readonly string[], read: Read) => string {
  return (conditions, { ordered, more = [] }) => {
    // Only the columns the statement needs: thousands of rows are read here.
    const read = [
      `${columns.id} AS id`,
      `${columns[column]} AS key`,
      ...more.map((name) => `${columns[name]} AS ${name}`),
    ]
    return (status ? [status] : Object.values(UserStatus))
      .map((one) => [`${from} = '${one}'`, ...conditions].join(' AND '))
      .map((met) => `(SELECT ${read.join(', ')} FROM ${met} ${ordered ? order : ''})`)
      .join(' UNION ALL ')
  }
}

/**
 * Values computed once per statement, whatever the plan: as plain expressions they would be
 * computed for every row read. `start` is where the range of keys that begin with the query starts:
 * its edge or, on later pages, the position. (Given two conditions on the same end of a range,
 * PostgreSQL may start at the wrong one.)
 */
function askedOf({ role, typed, place, direction }: Asked): string {
  const bounds = typed
    ? `, search_key(${typed}) AS low, search_key(${typed}) || U&'\\+10FFFF' AS high`
    : ''
  const [edge, edgeId, reached] =
    direction === 'ASC' ? ['low', LOWEST_ID, '>='] : ['high', HIGHEST_ID, '<']
  const further = (yes: string, no: string) =>
    place ? `CASE WHEN ${place.key} COLLATE "C" ${reached} ${edge} THEN ${yes} ELSE ${no} END` : no
  const start = typed
    ? `, ${further(place?.key ?? '', edge)} AS start, ${further(place?.id ?? '', `'${edgeId}'::uuid`)} AS start_id`
    : ''
  return `asked AS MATERIALIZED (SELECT *${start} FROM (SELECT ${role} AS role${bounds}) given)`
}
