import { MANAGED_USER, type ManagedUserRow } from '@/lib/accounts/managed-user.store'
import { database, type Db } from '@/lib/platform/db/database'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import { type PageAsked, type UserFilter, userRanges } from '@/lib/users/user-ranges.store'

export type ListedUserRow = ManagedUserRow & { nameKey: string }

type Ranges = ReturnType<typeof userRanges>
/**
 * Looking at so many users at most: at those who match, in any order, or at all from where the page
 * begins, in its order.
 */
type Step = { collect: number } | { walk: number }

/**
 * No page is longer. Said in figures, because PostgreSQL plans for a tenth of everybody where a
 * limit is a parameter.
 */
const LONGEST_PAGE = 501
/**
 * A search whose order is not the page's is found in one of two ways: collecting who matches and
 * sorting them is short where few do, walking the page's order until enough match is short where
 * many do. Nobody knows beforehand how many match, nor where in the order they are. So a short walk
 * comes first, a longer one only when what it found promises to fill the page so; what is still
 * without an end takes a second statement, and at last a walk without a limit.
 */
const ATTEMPTS: Step[][] = [
  [{ walk: 1500 }, { walk: 7000 }, { collect: 12_000 }],
  [{ collect: 100_000 }],
]

/**
 * The users of a page in their order, at most `limit` (no more than 501). `attempts` are given by
 * tests alone.
 */
export async function listUserRows(
  db: Db,
  filter: UserFilter,
  page: PageAsked,
  attempts: readonly Step[][] = ATTEMPTS,
): Promise<ListedUserRow[]> {
  if (page.limit > LONGEST_PAGE) throw new RangeError(`a page of ${page.limit} users`)
  if (filter.query)
    for (const steps of attempts) {
      const found = await attempt(db, userRanges(filter, page), steps)
      if (found) return found
    }
  const ranges = userRanges(filter, page)
  const any = anyOf(ranges.searched.map(({ begins }) => begins))
  return db.$queryRawUnsafe<ListedUserRow[]>(
    `WITH ${ranges.asked} SELECT ${COLUMNS} FROM (SELECT * FROM (${ranges.inOrder(LONGEST_PAGE, any)}) r ${ranges.limit}) p
     JOIN users u ON u.id = p.id ${ranges.order('p.')}`,
    ...ranges.values,
  )
}

/**
 * The page by the first of these steps that comes to an end, in one statement; null where none
 * does.
 */
async function attempt(
  db: Db,
  ranges: Ranges,
  steps: readonly Step[],
): Promise<ListedUserRow[] | null> {
  const { asked, searched, order, limit, values } = ranges
  const direct = searched.some(({ inOrder }) => inOrder)
    ? [`(SELECT id, key FROM (${ranges.matchesInOrder(LONGEST_PAGE)}) r ${limit})`]
    : []
  const [first] = steps
  const tried = steps.flatMap((step, i) => {
    if ('collect' in step) return collect(ranges, step.collect, i)
    if (i === 0 || !first || 'collect' in first) return walk(ranges, step.walk, i)
    const promising = `(SELECT count(*) * ${step.walk} >= ${first.walk} * ${ranges.size} FROM page0)`
    return walk(ranges, step.walk, i, promising)
  })
  const candidates = [
    ...steps.map((_, i) => `(SELECT id, key FROM page${i} WHERE id IS NOT NULL)`),
    ...direct,
  ].join(' UNION ')
  const rows = await db.$queryRawUnsafe<(ListedUserRow & { done: boolean })[]>(
    `WITH ${[asked, ...tried].join(', ')}
     SELECT d.done, ${COLUMNS} FROM done${steps.length - 1} d LEFT JOIN LATERAL (
       SELECT * FROM (SELECT * FROM (${candidates}) c ${order()} LIMIT ${LONGEST_PAGE}) c ${limit}) p ON d.done
     LEFT JOIN users u ON u.id = p.id ${order('p.')}`,
    ...values,
  )
  if (!rows[0]!.done) return null
  return rows.filter(({ id }) => id !== null)
}

/**
 * Matches of each column, sorted; done where there are no more than so many. Nobody counts them,
 * which would cost as much again: behind them stands a row of nobody, read only when they are at an
 * end, and sorted before them.
 */
function collect({ searched, matching }: Ranges, most: number, i: number): string[] {
  const apart = searched.filter(({ inOrder }) => !inOrder)
  return [
    `page${i} AS MATERIALIZED (${apart.map(({ begins }) => `(${matching(begins, most + 1, done(i))})`).join(' UNION ALL ')})`,
    `done${i} AS MATERIALIZED (
      SELECT ${done(i)} OR (SELECT count(*) = ${apart.length} FROM page${i} WHERE id IS NULL) AS done)`,
  ]
}

/** The matches among so many users, from where the page begins; done where they fill the page. */
function walk(ranges: Ranges, most: number, i: number, promising = 'true'): string[] {
  const { searched, order, size, limit } = ranges
  const apart = searched.filter(({ inOrder }) => !inOrder).map(({ name }) => name)
  return [
    `page${i} AS MATERIALIZED (SELECT id, key FROM (${ranges.inOrderWith(apart, most)}) r
      WHERE NOT ${done(i)} AND ${promising} AND ${anyOf(apart.map(ranges.beginsOf))} ${order()} ${limit})`,
    `done${i} AS MATERIALIZED (SELECT ${done(i)} OR (SELECT count(*) >= ${size} FROM page${i}) AS done)`,
  ]
}

/** Whether a step before the i-th is done. */
const done = (i: number) => (i === 0 ? 'false' : `(SELECT done FROM done${i - 1})`)
const anyOf = (conditions: readonly string[]) =>
  conditions.length > 0 ? `(${conditions.join(' OR ')})` : ''
const COLUMNS = `${MANAGED_USER}, u.name_key AS "nameKey"`

/**
 * How many users the filter admits; stops at `most`. It reads the same index ranges as the list: of
 * a search the matches by address and those by name, each only as far as the limit, so that the
 * cost does not grow with the number of users.
 */
export async function countUserRows(
  db: Db,
  filter: UserFilter,
  most = COUNT_PROBE,
): Promise<number> {
  const { asked, searched, unordered, limit, values } = userRanges(filter, {
    sort: 'email',
    after: null,
    limit: most,
  })
  const ranges =
    searched.length > 0 ? searched.map(({ begins }) => unordered(begins)) : [unordered()]
  const users = ranges.map((range) => `(SELECT id FROM (${range}) r ${limit})`).join(' UNION ')
  const rows = await db.$queryRawUnsafe<{ count: number }[]>(
    `WITH ${asked} SELECT count(*)::int AS count FROM (SELECT 1 FROM (${users}) matching ${limit}) counted`,
    ...values,
  )
  return rows[0]!.count
}

/** A person as a search shows them. */
export interface FoundUser {
  id: string
  email: string
  name: string | null
}

/** More than are shown: of many matches the first in the order of addresses are. */
const MAX_SCANNED = 100
/**
 * What is typed, as names and addresses are searched, between wildcards; nothing in it is a
 * pattern.
 */
const PATTERN = String.raw`'%' || regexp_replace(search_key($1), '([\\%_])', '\\\1', 'g') || '%'`

/**
 * Up to `limit` users whose address or name contains a text of at least three characters, by
 * address. Of many matches it is any hundred that are sorted. The statement is planned for its
 * text: rare ones are looked up in the index of trigrams, for frequent ones a few rows of the table
 * are enough.
 */
export async function searchUserRows(text: string, limit: number): Promise<FoundUser[]> {
  const { rows } = await database().pool.query<FoundUser>({
    text: `SELECT id, email, name FROM (
        SELECT id, email, name FROM users WHERE email LIKE ${PATTERN} OR name_key LIKE ${PATTERN} LIMIT ${MAX_SCANNED}) found
      ORDER BY email COLLATE "C" LIMIT $2::int`,
    values: [text, limit],
  })
  return rows
}
