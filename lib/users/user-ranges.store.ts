import type { UserSort } from '@/lib/users/users.schemas'
import { UserStatus } from '@/prisma/generated/client'

/** Which users a list shows. */
export interface UserFilter {
  /** The beginning of the address or of the name, as typed; null for any. */
  query: string | null
  status: UserStatus | null
  /** What the name of a role is compared by (roleNameKey); null for any. */
  roleKey: string | null
}

/**
 * The place in a list where the next page begins: the sort key and the id of the last user before
 * it.
 */
export interface ListPlace {
  key: string
  id: string
}

/** A page of at most `limit` users, of those after a place. */
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
 * All users, or those of a role. Each has an index for each order, by status, that carries all of
 * these columns.
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
 * SQL of what a page is made of: ranges of indexes, which give (id, key). It refers to `asked`, a
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
    /**
     * What of address and name is searched: `inOrder` where its matches are a range of the page's
     * own order.
     */
    searched: query
      ? NAMES.map((name) => ({ name, begins: begins(columns[name]), inOrder: name === column }))
      : [],
    /** The same condition on a result that has a column of that name. */
    beginsOf: begins,
    /**
     * Everyone the filter admits, or those of them who meet the condition, in no order, wherever
     * the page begins.
     */
    unordered: (condition?: string) => ranges(condition ? [condition] : [], { ordered: false }),
    /** The first users of the page, or of those on it who meet the condition: at most so many. */
    inOrder: (most: number, condition?: string) =>
      inOrder(most, [...fromPlace, ...(condition ? [condition] : [])]),
    /** The same with their address, name or both. */
    inOrderWith: (more: Name[], most: number) => inOrder(most, fromPlace, more),
    /** The first users of the page whose sort key itself begins with the query. */
    matchesInOrder: (most: number) =>
      inOrder(most, [
        `(${columns[column]}, ${columns.id}) ${beyond} ((SELECT start FROM asked), (SELECT start_id FROM asked))`,
        `${columns[column]} ${direction === 'ASC' ? '< (SELECT high' : '>= (SELECT low'} FROM asked)`,
      ]),
    /**
     * The first users of the page among so many who meet the condition, in the order of the index;
     * first of all a row without an id when those are all. (PostgreSQL reads the parts of a union
     * in turn; never at once where they need what is computed once.)
     */
    matching: (condition: string, most: number, unless: string) =>
      `SELECT * FROM (
        SELECT * FROM (${ranges([condition], { ordered: false })} UNION ALL SELECT NULL, NULL) r LIMIT ${most}
      ) r WHERE NOT ${unless} AND (id IS NULL OR ${beyondPlace('key', 'id')[0] ?? 'true'})
      ORDER BY key ${direction} NULLS FIRST, id ${direction} LIMIT ${size} + 1`,
  }
}

/** SQL of the values that it is computed from. */
interface Asked {
  role: string
  typed: string | null
  place: { key: string; id: string } | null
  direction: 'ASC' | 'DESC'
}

interface Read {
  ordered: boolean
  /** Columns beside id and key. */
  more?: Name[]
}

/**
 * SQL of the users who meet all conditions. Each status is a range of its own, in order where it is
 * asked for.
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
    // No column that the statement can do without: thousands of rows pass here.
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
 * What a statement computes once, however it is planned: as plain expressions they would be
 * computed for each user looked at. `start`: where the range of what begins with the query is
 * begun, its edge or, further on, the place. (Of two conditions on one end of a range PostgreSQL
 * may well begin at the wrong one.)
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
