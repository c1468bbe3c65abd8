import { administer } from '@/lib/access/administer'
import { readGrants } from '@/lib/access/grants.store'
import { type AuditEntry, recordAudit } from '@/lib/audit/record-audit'
import { processSingleton } from '@/lib/config/process-singleton'
import { db, type Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import {
  type Principal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import type { ImportFormat } from '@/lib/users/import/import-columns'
import { type FileRefusal, refuseFile, UnreadableFile } from '@/lib/users/import/import-file'
import { insertInvitations } from '@/lib/users/import/import-invitations.store'
import { queueImportWork, queueInvitationWork } from '@/lib/users/import/import-jobs'
import { findVisibleImport } from '@/lib/users/import/list-imports'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { readImportFile, type ReadRow } from '@/lib/users/import/read-import-file'
import { deleteSomeRows, insertRows } from '@/lib/users/import/user-import-row.store'
import {
  countUnfinished,
  deleteImport,
  endUnfinished,
  findImport,
  insertImport,
  queueImport,
  requeueDryRun,
} from '@/lib/users/import/user-import.store'

/** Reading a large file takes memory: so many at a time in this process. */
const MAX_READING = 2
const ROWS_PER_STATEMENT = 1000
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
 * Takes in a file of users, to be worked off in the background; needs `users:activate`, and what
 * its roles hold is asked row by row then. A file that cannot be read is refused whole, with
 * `fault`, and nothing of it is kept. Refuses `conflict` when three imports of the actor are under
 * way. Throws RefusedError (`overloaded`).
 */
export async function startImport(
  actor: Principal,
  file: ImportFile,
  ctx: RequestContext,
): Promise<Outcome<Started> | FileRefusal> {
  let rows: ReadRow[]
  try {
    rows = await withReadSlot(() => readImportFile(file.format, file.bytes))
  } catch (error) {
    if (error instanceof UnreadableFile) return refuseFile(error.fault)
    throw error
  }
  const id = newId()
  const { format, dryRun, name: fileName = null } = file
  const about = { id, format, fileName, dryRun, total: rows.length, actorId: actor.userId }
  await insertImport(db(), { ...about, request: { ...toStoredRequest(ctx) }, now: ctx.now })
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await insertRows(db(), id, rows.slice(at, at + ROWS_PER_STATEMENT))
  const details = { dry_run: dryRun, format, total: rows.length }
  const begun = await queueStart(actor, id, details, ctx, (tx, held) =>
    queueImport(tx, { id, held, now: ctx.now }),
  )
  if (!begun.ok) await discard(id)
  return begun
}

/**
 * Imports what a dry run did not refuse, without its file being sent again; the actor is whoever
 * asks for it now. Of parallel attempts one wins. Refuses `not_found` for an import that the actor
 * may not know of, and `conflict` when it was no dry run, has not finished, was imported already,
 * accepted no row, or its rows are no longer kept.
 */
export async function runImport(
  actor: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  if (!(await findVisibleImport(actor, id))) return refuse('not_found')
  const request = { ...toStoredRequest(ctx) }
  return queueStart(actor, id, { dry_run: false }, ctx, (tx, held) =>
    requeueDryRun(tx, { id, actorId: actor.userId, held, request, now: ctx.now }),
  )
}

function queueStart(
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

async function withReadSlot<T>(read: () => Promise<T>): Promise<T> {
  const gate = processSingleton('import-readers', () => ({ reading: 0 }))
  if (gate.reading >= MAX_READING)
    throw new RefusedError(refuse('overloaded', { retryAfterSeconds: 5 }))
  gate.reading++
  try {
    return await read()
  } finally {
    gate.reading--
  }
}

/**
 * Ends an import that is under way, after the batch that is being worked off: what was made stays,
 * the other rows are deleted. Needs `users:activate`. Of parallel attempts one wins. Refuses
 * `not_found` for one that the actor may not know of, and `conflict` for one that has ended
 * already.
 */
export async function cancelImport(
  actor: Principal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId)
  if (!found) return refuse('not_found')
  const { id } = found
  const audit = { action: 'user_import.cancelled', targetType: 'user_import', targetId: id }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const ended = await endUnfinished(tx, { id, because: 'cancelled', now: ctx.now })
    if (!ended) return refuse('conflict', { detail: 'This import has already ended.' })
    // Whose job got lost would keep what its rows say: the next run deletes it.
    await queueImportWork(tx, id, ctx.now)
    const { dryRun, total, processed, created, refused } = ended
    const details = { dry_run: dryRun, total, processed, created, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, import: presentImport(ended) }
  })
}

/**
 * Invites, in the background, everybody whom a finished import created without a password. Needs
 * `users:activate`, as inviting one person does. However often it is asked for, each person gets
 * one mail: asking again changes nothing and answers how far it is. Refuses `not_found` for an
 * import that the actor may not know of, and `conflict` for one that has not finished, was a dry
 * run, or created nobody without a password.
 */
export async function inviteImported(
  actor: Principal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId)
  if (!found) return refuse('not_found')
  const { id } = found
  const audit = {
    action: 'user_import.invitations_requested',
    targetType: 'user_import',
    targetId: id,
  }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const request = { ...toStoredRequest(ctx) }
    const first = await insertInvitations(tx, {
      importId: id,
      actorId: actor.userId,
      request,
      now: ctx.now,
    })
    const report = await findImport(tx, id)
    if (!report) return refuse('not_found')
    if (!report.invitations) return refuse('conflict', { detail: NOBODY_TO_INVITE })
    if (first) {
      await queueInvitationWork(tx, id, ctx.now)
      const details = { without_password: report.withoutPassword }
      await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    }
    return { ok: true, import: presentImport(report) }
  })
}

const NOBODY_TO_INVITE =
  'There is no one to invite. Only a finished import that created users without a password has invitations to send.'
