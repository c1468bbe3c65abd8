import type { Db, Tx } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import type { StoredRequest } from '@/lib/platform/request-context'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'
import type { UserFilters } from '@/lib/users/list-users'
import type { BulkAction } from '@/prisma/generated/client'

/** A stored bulk action. */
export interface BulkRow extends Omit<BulkAction, 'kind' | 'filter' | 'request'> {
  kind: BulkKind
  filter: UserFilters | null
  request: StoredRequest
}

/** The fields of a new bulk action. */
export type NewBulkAction = Pick<
  BulkRow,
  'id' | 'kind' | 'roleIds' | 'roleNames' | 'filter' | 'total' | 'actorId' | 'request'
> & { now: Date }

const UNFINISHED = ['queued', 'running'] as const

const asRow = (row: BulkAction) => row as unknown as BulkRow

/** Inserts a draft, without its users. */
export async function insertDraft(
  tx: Tx,
  { now, filter, request, ...draft }: NewBulkAction,
): Promise<void> {
  const json = { request: { ...request }, ...(filter && { filter: { ...filter } }) }
  await tx.bulkAction.createMany({ data: [{ ...draft, ...json, createdAt: now, updatedAt: now }] })
}

/** Sets the roles of a draft. Returns false when it isn't a draft or belongs to another actor. */
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

/** Deletes all but an actor's newest drafts. */
export async function deleteOldDrafts(tx: Tx, actorId: string, keep: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions WHERE actor_id = ${actorId}::uuid AND status = 'draft' ORDER BY id DESC OFFSET ${keep}::int)`
}

/**
 * Queues a draft once, if the actor created it, it has not expired, and its roles are still these.
 * Returns false otherwise.
 */
export async function queueDraft(
  tx: Tx,
  by: {
    id: string
    actorId: string
    roleIds: string[]
    request: StoredRequest
    now: Date
    madeAfter: Date
  },
): Promise<boolean> {
  const { count } = await tx.bulkAction.updateMany({
    where: {
      id: by.id,
      actorId: by.actorId,
      status: 'draft',
      createdAt: { gt: by.madeAfter },
      roleIds: { equals: by.roleIds },
    },
    data: { status: 'queued', request: { ...by.request }, updatedAt: by.now },
  })
  return count === 1
}

/** How many bulk actions the actor has in progress. */
export function countUnfinished(db: Db, actorId: string): Promise<number> {
  return db.bulkAction.count({ where: { actorId, status: { in: [...UNFINISHED] } } })
}

export async function findBulkRow(db: Db, id: string): Promise<BulkRow | null> {
  const row = await db.bulkAction.findUnique({ where: { id } })
  return row && asRow(row)
}

/** Bulk actions except drafts, newest first. */
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
 * Stops a bulk action or discards a draft, so that no further user is processed. Returns the final
 * row, or null when it had already ended.
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
 * Completes a bulk action with no waiting users. Returns the final row, or null when it had already
 * ended or users are still waiting.
 */
export async function completeBulk(tx: Tx, id: string, now: Date): Promise<BulkRow | null> {
  const [row] = await tx.bulkAction.updateManyAndReturn({
    where: { id, status: { in: [...UNFINISHED] }, users: { none: { outcome: null } } },
    data: { status: 'completed', finishedAt: now, updatedAt: now },
  })
  return row ? asRow(row) : null
}

/** Bulk actions in progress without progress since `before`: their job was lost. */
export async function listStalled(db: Db, before: Date, limit: number): Promise<string[]> {
  const where = { status: { in: [...UNFINISHED] }, updatedAt: { lt: before } }
  const rows = await db.bulkAction.findMany({ where, select: { id: true }, take: limit })
  return rows.map(({ id }) => id)
}

/**
 * Deletes a batch of drafts created before `draftedBefore` and of actions that ended before
 * `endedBefore`, except drafts that are being started. Returns how many were deleted.
 */
export function deleteSomeOld(
  db: Db,
  by: { draftedBefore: Date; endedBefore: Date; limit: number },
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions
      WHERE (status = 'draft' AND created_at < ${by.draftedBefore}::timestamptz)
        OR (status IN ('completed', 'stopped') AND updated_at < ${by.endedBefore}::timestamptz)
      LIMIT ${by.limit}::int FOR UPDATE SKIP LOCKED)`
}

/**
 * Removes the search from the filter of bulk actions that searched for one of these names or
 * addresses.
 */
export async function eraseSearchesNaming(
  db: Db,
  { names, since, until }: { names: readonly string[]; since?: Date; until: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE bulk_actions SET filter = filter - 'query'
    WHERE created_at <= ${until}::timestamptz AND created_at > coalesce(${since ?? null}::timestamptz, '-infinity')
      AND lower(filter ->> 'query') ~ ${namingPattern(names)}::text`
}
