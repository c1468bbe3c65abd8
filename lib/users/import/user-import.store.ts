import type { Db, Tx } from '@/lib/platform/db/database'
import type { Prisma, UserImport, UserImportInvitations } from '@/prisma/generated/client'

/** A stored import. */
export type ImportRow = UserImport

/** An import with the progress of its invitations; null when they were not requested. */
export type ReportedImport = ImportRow & { invitations: UserImportInvitations | null }

/** The fields of a new import. */
export interface NewImport {
  id: string
  dryRun: boolean
  format: string
  fileName: string | null
  total: number
  /** Null: the operator. */
  actorId: string | null
  request: Prisma.InputJsonObject
  now: Date
}

/** What the accepted rows of a file bring, before any was processed. */
const NO_CONTENTS = { counted: 0, verified: 0, withPassword: 0, withRoles: 0 } as const

const REPORTED = { invitations: true } as const
const UNFINISHED = ['queued', 'running'] as const

/** Inserts an import that is receiving rows; no job processes it yet. */
export async function insertImport(db: Db, { now, ...fields }: NewImport): Promise<void> {
  await db.userImport.createMany({
    data: { ...fields, actorHeld: [], createdAt: now, updatedAt: now },
  })
}

/**
 * Queues a fully received import, with the actor's current permissions. Returns false when it was
 * no longer receiving rows.
 */
export async function queueImport(
  tx: Tx,
  by: { id: string; actorId: string | null; held: string[]; now: Date },
): Promise<boolean> {
  const { count } = await tx.userImport.updateMany({
    where: { id: by.id, status: 'receiving', actorId: by.actorId },
    data: { status: 'queued', actorHeld: by.held, updatedAt: by.now },
  })
  return count === 1
}

/**
 * Turns a dry run whose rows are still stored into an import, once. A trigger notes who uploaded it
 * if the actor did not. Rows it refused are refused again. Returns false when it is not such a dry
 * run.
 */
export async function requeueDryRun(
  tx: Tx,
  by: { id: string; actorId: string; held: string[]; request: Prisma.InputJsonObject; now: Date },
): Promise<boolean> {
  const { count } = await tx.userImport.updateMany({
    where: { id: by.id, status: 'completed', dryRun: true, rowsKeptUntil: { gt: by.now } },
    data: {
      status: 'queued',
      dryRun: false,
      processed: 0,
      created: 0,
      refused: 0,
      withoutPassword: 0,
      ...NO_CONTENTS,
      finishedAt: null,
      rowsKeptUntil: null,
      actorId: by.actorId,
      actorHeld: by.held,
      request: by.request,
      updatedAt: by.now,
    },
  })
  return count === 1
}

/**
 * Ends the time in which a dry run can be imported, if it was over at `at`. This write decides
 * between importing its rows and deleting them, whatever the clocks of instances say.
 */
export async function expireDryRun(db: Db, id: string, at: Date): Promise<void> {
  await db.userImport.updateMany({
    where: { id, status: 'completed', rowsKeptUntil: { lte: at } },
    data: { rowsKeptUntil: null },
  })
}

/** How many imports the actor has in progress; null for those of operators. */
export function countUnfinished(db: Db, actorId: string | null): Promise<number> {
  return db.userImport.count({ where: { actorId, status: { in: [...UNFINISHED] } } })
}

/** Finds an import; null when there is none, or it is still being received. */
export function findImport(db: Db, id: string): Promise<ReportedImport | null> {
  return db.userImport.findFirst({ where: { id, status: { not: 'receiving' } }, include: REPORTED })
}

/** Imports, newest first, of one actor or (null) of everyone. */
export function listImportRows(
  db: Db,
  by: { actorId: string | null; limit: number; beforeId: string | null },
): Promise<ReportedImport[]> {
  return db.userImport.findMany({
    where: {
      status: { not: 'receiving' },
      ...(by.actorId !== null && { actorId: by.actorId }),
      ...(by.beforeId !== null && { id: { lt: by.beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    include: REPORTED,
  })
}

/**
 * Locks an unfinished import for this transaction; null when it is finished or locked by another
 * transaction.
 */
export async function lockImportForUpdate(tx: Tx, id: string): Promise<ImportRow | null> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM user_imports WHERE id = ${id}::uuid AND status IN ('queued', 'running')
    FOR UPDATE SKIP LOCKED`
  return held.length > 0 ? tx.userImport.findUnique({ where: { id } }) : null
}

/**
 * Ends an import in progress: waits for the current batch, and no other starts. Returns the final
 * row; null when it had already ended.
 */
export async function endUnfinished(
  tx: Tx,
  by: { id: string; because: string; now: Date },
): Promise<ReportedImport | null> {
  const [row] = await tx.userImport.updateManyAndReturn({
    where: { id: by.id, status: { in: [...UNFINISHED] } },
    data: { status: 'stopped', stoppedBecause: by.because, finishedAt: by.now, updatedAt: by.now },
  })
  return row ? { ...row, invitations: null } : null
}

/** What a batch changes on a locked import. */
export type ImportProgress = Pick<
  Prisma.UserImportUpdateInput,
  'status' | 'stoppedBecause' | 'rowsKeptUntil'
> & {
  processed: number
  created: number
  refused: number
  withoutPassword: number
  counted: number
  verified: number
  withPassword: number
  withRoles: number
}

/** Stores the progress of a locked import. */
export async function writeProgress(
  tx: Tx,
  id: string,
  { now, ...progress }: ImportProgress & { now: Date },
): Promise<void> {
  const finished = progress.status === 'completed' || progress.status === 'stopped'
  await tx.userImport.updateMany({
    where: { id },
    data: { ...progress, updatedAt: now, ...(finished && { finishedAt: now }) },
  })
}

/** Unfinished imports without progress since `before`: their job was lost. */
export async function listStalledImports(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.userImport.findMany({
    where: { status: { in: [...UNFINISHED] }, updatedAt: { lt: before } },
    select: { id: true },
    take: limit,
  })
  return rows.map(({ id }) => id)
}

/**
 * The oldest imports of those finished before `finishedBefore`, and of those that received no rows
 * since `receivedBefore`, which include all of erased users.
 */
export async function listOldImports(
  db: Db,
  by: { finishedBefore: Date; receivedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db.userImport.findMany({
    where: {
      OR: [
        { status: { in: ['completed', 'stopped'] }, updatedAt: { lt: by.finishedBefore } },
        { status: 'receiving', updatedAt: { lt: by.receivedBefore } },
      ],
    },
    select: { id: true },
    orderBy: { updatedAt: 'asc' },
    take: by.limit,
  })
  return rows.map(({ id }) => id)
}

/** What only an import that was taken from an erased user has. */
export const DISOWNED = { status: 'receiving', actorId: null, updatedAt: new Date(0) } as const

/**
 * Takes the imports of a user whose account is being erased from them, without their rows, which
 * can be hundreds of thousands. Like an upload that was cut off long ago, such an import is neither
 * shown nor run, and `maintainImports` deletes it with its rows.
 */
export async function disownImports(tx: Tx, actorId: string): Promise<void> {
  await tx.userImportInvitations.deleteMany({ where: { import: { actorId } } })
  await tx.userImport.updateMany({
    where: { actorId },
    data: {
      ...DISOWNED,
      fileName: null,
      request: {},
      rowsKeptUntil: null,
    },
  })
}

/** Deletes an import that is not in progress and has no rows left. Returns whether it did. */
export async function deleteImport(db: Db, id: string): Promise<boolean> {
  const { count } = await db.userImport.deleteMany({
    where: { id, status: { notIn: [...UNFINISHED] }, rows: { none: {} } },
  })
  return count > 0
}
