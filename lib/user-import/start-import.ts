import { recordAudit, type AuditEntry } from '@/lib/audit/record-audit'
import { db, type Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { keptRequestOf } from '@/lib/platform/kept-request'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { readGrants } from '@/lib/rbac/grants.store'
import { refuseFile, UnreadableFile, type FileRefusal } from '@/lib/user-import/file-fault'
import type { ImportFormat } from '@/lib/user-import/import-columns'
import { queueImportWork } from '@/lib/user-import/import-jobs'
import { findVisibleImport } from '@/lib/user-import/find-visible-import'
import { presentImport, type PresentedImport } from '@/lib/user-import/present-import'
import { readImportFile, type ReadRow } from '@/lib/user-import/read-import-file'
import { deleteSomeRows, insertRows } from '@/lib/user-import/user-import-row.store'
import {
  countUnfinished,
  deleteImport,
  findImport,
  insertImport,
  queueImport,
  requeueDryRun,
} from '@/lib/user-import/user-import.store'

/** Reading a large file takes memory: so many at a time in this process. */
const MAX_READING = 2
const ROWS_A_STATEMENT = 1000
/** What one person may have under way at a time. */
const MAX_UNFINISHED = 3

export interface ImportFile {
  format: ImportFormat
  bytes: Uint8Array
  /** What the file is called, to show in the list of imports. */
  name?: string | null
  /** Checks every row and creates no user. */
  dryRun: boolean
}

type Started = { ok: true; import: PresentedImport }

/**
 * Takes in a file of users, to be worked off in the background; needs `users:activate`, and what its roles hold is asked row by row
 * then. A file that cannot be read is refused whole, with `fault`, and nothing of it is kept. Refuses `conflict` when three
 * imports of the actor are under way. Throws RefusedError (`overloaded`).
 */
export async function startImport(
  actor: Principal,
  file: ImportFile,
  ctx: RequestContext,
): Promise<Outcome<Started> | FileRefusal> {
  let rows: ReadRow[]
  try {
    rows = await inTurn(() => readImportFile(file.format, file.bytes))
  } catch (error) {
    if (error instanceof UnreadableFile) return refuseFile(error.fault)
    throw error
  }
  const id = newId()
  const { format, dryRun, name: fileName = null } = file
  const about = { id, format, fileName, dryRun, total: rows.length, actorId: actor.userId }
  await insertImport(db(), { ...about, request: { ...keptRequestOf(ctx) }, now: ctx.now })
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
    await insertRows(db(), id, rows.slice(at, at + ROWS_A_STATEMENT))
  const details = { dry_run: dryRun, format, total: rows.length }
  const begun = await begin(actor, id, details, ctx, (tx, held) =>
    queueImport(tx, { id, held, now: ctx.now }),
  )
  if (!begun.ok) await discard(id)
  return begun
}

/**
 * Imports what a dry run did not refuse, without its file being sent again; the actor is whoever asks for it now. Of parallel attempts
 * one wins. Refuses `not_found` for an import that the actor may not know of, and `conflict` when it was no dry run, has not finished,
 * was imported already, accepted no row, or its rows are no longer kept.
 */
export async function runImport(
  actor: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  if (!(await findVisibleImport(actor, id))) return refuse('not_found')
  const request = { ...keptRequestOf(ctx) }
  return begin(actor, id, { dry_run: false }, ctx, (tx, held) =>
    requeueDryRun(tx, { id, actorId: actor.userId, held, request, now: ctx.now }),
  )
}

function begin(
  actor: Principal,
  id: string,
  details: NonNullable<AuditEntry['details']>,
  ctx: RequestContext,
  queue: (tx: Tx, held: string[]) => Promise<boolean>,
): Promise<Outcome<Started>> {
  const audit = { action: 'user_import.started', targetType: 'user_import', targetId: id, details }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    if ((await countUnfinished(tx, actor.userId)) >= MAX_UNFINISHED)
      return refuse('conflict', { detail: TOO_MANY })
    const held = await readGrants(tx, actor.userId)
    if (!(await queue(tx, [...(held?.permissions ?? [])])))
      return refuse('conflict', { detail: NOT_RUNNABLE })
    await queueImportWork(tx, id, ctx.now)
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId })
    return { ok: true, import: presentImport((await findImport(tx, id))!) }
  })
}

const TOO_MANY = '3 of your imports are already running. Wait until one of them finishes.'
const NOT_RUNNABLE =
  'Only a finished dry run with at least one accepted row can be imported, once and within 1 day. Send the file again.'

async function discard(id: string): Promise<void> {
  while ((await deleteSomeRows(db(), id, { waiting: false, limit: 2000 })) > 0);
  await deleteImport(db(), id)
}

async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const gate = remember('import-readers', () => ({ reading: 0 }))
  if (gate.reading >= MAX_READING) throw new RefusedError(refuse('overloaded', { retryAfterSeconds: 5 }))
  gate.reading++
  try {
    return await read()
  } finally {
    gate.reading--
  }
}
