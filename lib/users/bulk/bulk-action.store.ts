import type { Db, Tx } from '@/lib/platform/db/database'
import type { StoredRequest } from '@/lib/platform/request-context'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'
import type { UserFilters } from '@/lib/users/list-users'
import type { BulkAction } from '@/prisma/generated/client'

/** A bulk action as it is stored. */
export interface BulkRow extends Omit<BulkAction, 'kind' | 'filter' | 'request'> {
  kind: BulkKind
  filter: UserFilters | null
  request: StoredRequest
}

/** What a new bulk action is made of. */
export type NewBulkAction = Pick<
  BulkRow,
  'id' | 'kind' | 'roleIds' | 'roleNames' | 'filter' | 'actorId' | 'request'
> & { now: Date }

const UNFINISHED = ['queued', 'running'] as const

const asRow = (row: BulkAction) => row as unknown as BulkRow

/** Writes a draft that has selected nobody yet. */
export async function insertDraft(
  tx: Tx,
  { now, filter, request, ...draft }: NewBulkAction,
): Promise<void> {
  const json = { request: { ...request }, ...(filter && { filter: { ...filter } }) }
  await tx.bulkAction.createMany({ data: [{ ...draft, ...json, createdAt: now, updatedAt: now }] })
}

/** Says how many users a draft has selected. */
export async function writeTotal(tx: Tx, id: string, total: number): Promise<void> {
  await tx.bulkAction.updateMany({ where: { id }, data: { total } })
}

/** Sets the roles of a draft. False when it is no draft, or not this actor's. */
export async function writeDraftRoles(
  db: Db,
  by: { id: string; actorId: string; roleIds: string[]; roleNames: string[]; now: Date },
): Promise<boolean> {
  const { id, actorId, now, ...roles } = by
  const { count } = await db.bulkAction.updateMany({
    where: { id, actorId, status: 'draft' },
    data: { ...roles, updatedAt: now },
  })
  return count === 1
}

/** Deletes the drafts of an actor but for the newest few. */
export async function deleteOldDrafts(tx: Tx, actorId: string, keep: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions WHERE actor_id = ${actorId}::uuid AND status = 'draft' ORDER BY id DESC OFFSET ${keep}::int)`
}

/**
 * Makes a draft the real thing: once, by whoever made it, and while it is new. False when it is not
 * that, or not any more.
 */
export async function queueDraft(
  tx: Tx,
  by: { id: string; actorId: string; request: StoredRequest; now: Date; madeAfter: Date },
): Promise<boolean> {
  const { count } = await tx.bulkAction.updateMany({
    where: { id: by.id, actorId: by.actorId, status: 'draft', createdAt: { gt: by.madeAfter } },
    data: { status: 'queued', request: { ...by.request }, updatedAt: by.now },
  })
  return count === 1
}

/** How many bulk actions of somebody are under way. */
export function countUnfinished(db: Db, actorId: string): Promise<number> {
  return db.bulkAction.count({ where: { actorId, status: { in: [...UNFINISHED] } } })
}

/** The bulk action of that id. */
export async function findBulkRow(db: Db, id: string): Promise<BulkRow | null> {
  const row = await db.bulkAction.findUnique({ where: { id } })
  return row && asRow(row)
}

/** Bulk actions that are more than drafts, newest first. */
export async function listBulkRows(
  db: Db,
  by: { beforeId: string | null; limit: number },
): Promise<BulkRow[]> {
  const rows = await db.bulkAction.findMany({
    where: { status: { not: 'draft' }, ...(by.beforeId && { id: { lt: by.beforeId } }) },
    orderBy: { id: 'desc' },
    take: by.limit,
  })
  return rows.map(asRow)
}

/**
 * Ends one early, draft or under way: nobody's turn comes after it. Returns it as it ended; null
 * when it had ended already.
 */
export async function endBulkEarly(
  tx: Tx,
  by: { id: string; because: string; now: Date },
): Promise<BulkRow | null> {
  const [row] = await tx.bulkAction.updateManyAndReturn({
    where: { id: by.id, status: { in: ['draft', ...UNFINISHED] } },
    data: { status: 'stopped', stoppedBecause: by.because, finishedAt: by.now, updatedAt: by.now },
  })
  return row ? asRow(row) : null
}

/**
 * Ends one at which everybody's turn has come. Returns it as it ended; null when it had ended
 * already, or somebody waits.
 */
export async function completeBulk(tx: Tx, id: string, now: Date): Promise<BulkRow | null> {
  const [row] = await tx.bulkAction.updateManyAndReturn({
    where: { id, status: { in: [...UNFINISHED] }, users: { none: { outcome: null } } },
    data: { status: 'completed', finishedAt: now, updatedAt: now },
  })
  return row ? asRow(row) : null
}

/** Those under way that nobody has moved since `before`: their job got lost. */
export async function listStalled(db: Db, before: Date, limit: number): Promise<string[]> {
  const where = { status: { in: [...UNFINISHED] }, updatedAt: { lt: before } }
  const rows = await db.bulkAction.findMany({ where, select: { id: true }, take: limit })
  return rows.map(({ id }) => id)
}

/**
 * Deletes some drafts made before `draftedBefore`, and some that ended before `endedBefore`.
 * Returns how many.
 */
export function deleteSomeOld(
  db: Db,
  by: { draftedBefore: Date; endedBefore: Date; limit: number },
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions
      WHERE (status = 'draft' AND updated_at < ${by.draftedBefore}::timestamptz)
        OR (status IN ('completed', 'stopped') AND updated_at < ${by.endedBefore}::timestamptz)
      LIMIT ${by.limit}::int)`
}
