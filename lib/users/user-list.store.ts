import { MANAGED_USER, type ManagedUserRow } from '@/lib/accounts/managed-user.store'
import { database, type Db } from '@/lib/platform/db/database'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import { type PageAsked, type UserFilter, userRanges } from '@/lib/users/user-ranges.store'

export type ListedUserRow = ManagedUserRow & { nameKey: string }

type Ranges = ReturnType<typeof userRanges>
/**
 * How many users a step reads at most: matches in any order, or any users in page order from the
 * start of the page.
 */
type Step = { collect: number } | { walk: number }

/**
 * The longest page. A literal, because PostgreSQL plans for a tenth of all rows when a limit is a
 * parameter.
 */
const LONGEST_PAGE = 501
/**
 * A search sorted by another column has two strategies: collecting and sorting the matches is fast
 * when there are few, and walking the page's order until enough match is fast when there are many.
 * The number and position of the matches are unknown beforehand. So a short walk comes first, then
 * a longer one, only if the first one's hit rate predicts a full page. If that doesn't finish, a
 * second statement follows, and finally a walk without a limit.
 */
const ATTEMPTS: Step[][] = [
  [{ walk: 1500 }, { walk: 7000 }, { collect: 12_000 }],
  [{ collect: 100_000 }],
]

/** The users of a page in order, at most `limit` (no more than 501). Only tests pass `attempts`. */
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

/** The page from the first of these steps that completes, in one statement; null when none does. */
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
 * The sorted matches of each column; done when there are no more than `most`. Counting them would
 * cost as much again. Instead, a row with a null id follows the last match: it is read only when
 * all matches were, and sorts before them.
 */
function collect({ searched, matching }: Ranges, most: number, i: number): string[] {
  const apart = searched.filter(({ inOrder }) => !inOrder)
  return [
    `page${i} AS MATERIALIZED (${apart.map(({ begins }) => `(${matching(begins, most + 1, done(i))})`).join(' UNION ALL ')})`,
    `done${i} AS MATERIALIZED (
      SELECT ${done(i)} OR (SELECT count(*) = ${apart.length} FROM page${i} WHERE id IS NULL) AS done)`,
  ]
}

/** The matches among `most` users from the start of the page; done when they fill the page. */
function walk(ranges: Ranges, most: number, i: number, promising = 'true'): string[] {
  const { searched, order, size, limit } = ranges
  const apart = searched.filter(({ inOrder }) => !inOrder).map(({ name }) => name)
  return [
    `page${i} AS MATERIALIZED (SELECT id, key FROM (${ranges.inOrderWith(apart, most)}) r
      WHERE NOT ${done(i)} AND ${promising} AND ${anyOf(apart.map(ranges.beginsOf))} ${order()} ${limit})`,
    `done${i} AS MATERIALIZED (SELECT ${done(i)} OR (SELECT count(*) >= ${size} FROM page${i}) AS done)`,
  ]
}

/** Whether an earlier step has completed. */
const done = (i: number) => (i === 0 ? 'false' : `(SELECT done FROM done${i - 1})`)
const anyOf = (conditions: readonly string[]) =>
  conditions.length > 0 ? `(${conditions.join(' OR ')})` : ''
const COLUMNS = `${MANAGED_USER}, u.name_key AS "nameKey"`

/**
 * How many users match the filter; stops at `most`. Reads the same index ranges as the list: in a
 * search, the matches by address and by name, each only up to the limit, so that the cost does not
 * grow with the number of users.
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

/** A user in search results. */
export interface FoundUser {
  id: string
  email: string
  name: string | null
}

/** More than are shown, so that many matches are still sorted by address among these. */
const MAX_SCANNED = 100
/**
 * The search text, normalized like names and addresses, between wildcards; wildcards in the text
 * are escaped.
 */
const PATTERN = String.raw`'%' || regexp_replace(search_key($1), '([\\%_])', '\\\1', 'g') || '%'`

/**
 * Up to `limit` users whose address or name contains a text of at least three characters, sorted by
 * address. When there are many matches, an arbitrary hundred of them are sorted. PostgreSQL plans
 * the statement for its text: rare texts use the trigram index, for frequent ones a few rows of the
 * table are enough.
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
