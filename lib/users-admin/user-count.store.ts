import { COUNT_PROBE } from '@/lib/platform/bounded-count'
import type { Db } from '@/lib/platform/db/database'
import { userRanges, type UserFilter } from '@/lib/users-admin/user-ranges.store'

/**
 * How many users the filter admits; stops at `most`. It reads the same index ranges as the list: of a search the matches by address
 * and those by name, each only as far as the limit, so that the cost does not grow with the number of users.
 */
export async function countUserRows(db: Db, filter: UserFilter, most = COUNT_PROBE): Promise<number> {
  const { asked, searched, unordered, limit, values } = userRanges(filter, {
    sort: 'email',
    after: null,
    limit: most,
  })
  const ranges = searched.length > 0 ? searched.map(({ begins }) => unordered(begins)) : [unordered()]
  const users = ranges.map((range) => `(SELECT id FROM (${range}) r ${limit})`).join(' UNION ')
  const rows = await db.$queryRawUnsafe<{ count: number }[]>(
    `WITH ${asked} SELECT count(*)::int AS count FROM (SELECT 1 FROM (${users}) matching ${limit}) counted`,
    ...values,
  )
  return rows[0]!.count
}
