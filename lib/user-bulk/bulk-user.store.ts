import type { BULK_OUTCOMES } from '@/lib/user-bulk/bulk-kinds'
import type { Db, Tx } from '@/lib/platform/db/database'
import { userRanges, type UserFilter } from '@/lib/users-admin/user-ranges.store'

/** What came of a selected user. */
export type BulkOutcome = Exclude<(typeof BULK_OUTCOMES)[number], 'waiting'>

/** A selected user; `outcome` is null until their turn has come. */
export interface BulkUserRow {
  position: number
  userId: string
  outcome: BulkOutcome | null
  code: string | null
}

/** Selects users by id, in that order. */
export async function selectByIds(tx: Tx, bulkId: string, userIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bulk_action_users (bulk_action_id, position, user_id)
    SELECT ${bulkId}::uuid, position, id FROM unnest(${[...userIds]}::uuid[]) WITH ORDINALITY AS given (id, position)`
}

/** Selects the users whom the filter admits, newest first; at most so many. Returns how many. */
export function selectByFilter(tx: Tx, bulkId: string, filter: UserFilter, most: number): Promise<number> {
  const page = { sort: '-created_at', after: null, limit: most } as const
  const { asked, searched, unordered, order, limit, values } = userRanges(filter, page)
  const ranges = searched.length > 0 ? searched.map(({ begins }) => unordered(begins)) : [unordered()]
  const users = ranges.map((range) => `(SELECT id, key FROM (${range}) r ${limit})`).join(' UNION ')
  return tx.$executeRawUnsafe(
    `WITH ${asked} INSERT INTO bulk_action_users (bulk_action_id, position, user_id)
     SELECT $${values.push(bulkId)}::uuid, row_number() OVER (${order('s.')}), s.id FROM (SELECT * FROM (${users}) m ${limit}) s`,
    ...values,
  )
}

/** The next users whose turn has not come, in order. */
export function listWaiting(db: Db, bulkId: string, limit: number): Promise<BulkUserRow[]> {
  return db.bulkActionUser.findMany({
    where: { bulkActionId: bulkId, outcome: null },
    orderBy: { position: 'asc' },
    take: limit,
    select: { position: true, userId: true, outcome: true, code: true },
  }) as Promise<BulkUserRow[]>
}

/** The users after that position, in order; of one outcome where one is asked for. */
export function listBulkUserRows(
  db: Db,
  by: { bulkId: string; outcome: BulkOutcome | 'waiting' | undefined; after: number; limit: number },
): Promise<BulkUserRow[]> {
  const { bulkId, outcome, after, limit } = by
  return db.bulkActionUser.findMany({
    where: {
      bulkActionId: bulkId,
      position: { gt: after },
      ...(outcome && { outcome: outcome === 'waiting' ? null : outcome }),
    },
    orderBy: { position: 'asc' },
    take: limit,
    select: { position: true, userId: true, outcome: true, code: true },
  }) as Promise<BulkUserRow[]>
}

/**
 * Writes what came of a user, once, and counts it. False when that is written already or the bulk action has ended: whoever is told so
 * has to undo what they did to the user.
 */
export async function settleUser(
  tx: Tx,
  by: { bulkId: string; position: number; outcome: BulkOutcome; code: string | null; now: Date },
): Promise<boolean> {
  const { bulkId, position, outcome, code, now } = by
  const counted = await tx.$executeRaw`
    WITH settled AS (
      UPDATE bulk_action_users SET outcome = ${outcome}, code = ${code}
      WHERE bulk_action_id = ${bulkId}::uuid AND position = ${position}::int AND outcome IS NULL RETURNING outcome)
    UPDATE bulk_actions b SET status = 'running', updated_at = ${now}::timestamptz,
      changed = changed + (s.outcome = 'changed')::int,
      unchanged = unchanged + (s.outcome = 'unchanged')::int,
      refused = refused + (s.outcome = 'refused')::int
    FROM settled s WHERE b.id = ${bulkId}::uuid AND b.status IN ('queued', 'running')`
  return counted === 1
}
