import { processSingleton } from '@/lib/config/process-singleton'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import { type RequestContext, toStoredRequest } from '@/lib/platform/request-context'
import { beginImport, type Importer, type Started } from '@/lib/users/import/begin-import'
import type { ImportFormat } from '@/lib/users/import/import-columns'
import { type FileRefusal, refuseFile, UnreadableFile } from '@/lib/users/import/import-file'
import { readImportFile } from '@/lib/users/import/read-import-file'
import { deleteSomeRows, insertRows } from '@/lib/users/import/user-import-row.store'
import { deleteImport, insertImport, queueImport } from '@/lib/users/import/user-import.store'

/**
 * The most files read and stored at a time. Their rows take memory, so each process counts its own,
 * also if it is one of several workers.
 */
const MAX_READING = { large: 2, small: 20 }
const SMALL_BYTES = 100_000
const ROWS_PER_STATEMENT = 1000

export interface ImportFile {
  format: ImportFormat
  bytes: Uint8Array
  /** The file name to show in the list of imports. */
  name?: string | null
  /** Checks every row without creating users. */
  dryRun: boolean
}

/**
 * Accepts a file of users and imports it in the background; needs `users:activate`, and the
 * permissions of its roles are checked row by row. A file that cannot be read is refused as a
 * whole, with `fault`, and nothing of it is stored. Refuses `conflict` when the actor has three
 * imports in progress. Throws RefusedError (`overloaded`).
 */
export async function startImport(
  actor: Importer,
  file: ImportFile,
  ctx: RequestContext,
): Promise<Outcome<Started> | FileRefusal> {
  const id = newId()
  const { format, dryRun } = file
  let total: number
  try {
    total = await withReadSlot(file.bytes.length, () => storeRows(actor, { id, ...file }, ctx))
  } catch (error) {
    if (error instanceof UnreadableFile) return refuseFile(error.fault)
    throw error
  }
  const details = { dry_run: dryRun, format, total }
  const by = { id, actorId: actor.userId, now: ctx.now }
  const begun = await orDiscard(id, () =>
    beginImport(actor, id, details, ctx, (tx, held) => queueImport(tx, { ...by, held })),
  )
  if (!begun.ok) await discard(id)
  return begun
}

/** Stores the rows of a file as an import that has not started. Returns how many. */
async function storeRows(
  actor: Importer,
  { id, format, bytes, name: fileName = null, dryRun }: ImportFile & { id: string },
  ctx: RequestContext,
): Promise<number> {
  const rows = await readImportFile(format, bytes)
  const about = { id, format, fileName, dryRun, total: rows.length, actorId: actor.userId }
  await insertImport(db(), { ...about, request: { ...toStoredRequest(ctx) }, now: ctx.now })
  return orDiscard(id, async () => {
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
      await insertRows(db(), id, rows.slice(at, at + ROWS_PER_STATEMENT))
    return rows.length
  })
}

async function discard(id: string): Promise<void> {
  while ((await deleteSomeRows(db(), id, { waiting: false, limit: 2000 })) > 0);
  await deleteImport(db(), id)
}

/**
 * Discards an import if `work` on it fails: its rows can hold password hashes, which should not
 * stay for the hour until the cleanup.
 */
async function orDiscard<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discard(id).catch(({ message: reason }: Error) =>
      logger().warn({ import_id: id, reason }, 'a failed import is left to the cleanup'),
    )
    throw error
  }
}

async function withReadSlot<T>(bytes: number, read: () => Promise<T>): Promise<T> {
  const reading = processSingleton('import-readers', () => ({ large: 0, small: 0 }))
  const size = bytes > SMALL_BYTES ? 'large' : 'small'
  if (reading[size] >= MAX_READING[size])
    throw new RefusedError(refuse('overloaded', { retryAfterSeconds: 5 }))
  reading[size]++
  try {
    return await read()
  } finally {
    reading[size]--
  }
}
