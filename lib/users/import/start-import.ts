import { administer } from '@/lib/access/administer'
import { beginWork } from '@/lib/access/begin-work'
import { findGrants } from '@/lib/access/grants.store'
import type { AuditAttempt, AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { processSingleton } from '@/lib/config/process-singleton'
import { db, type Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import {
  isOperator,
  type OPERATOR,
  type SessionPrincipal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import type { ImportFormat } from '@/lib/users/import/import-columns'
import { type FileRefusal, refuseFile, UnreadableFile } from '@/lib/users/import/import-file'
import { insertInvitations } from '@/lib/users/import/import-invitations.store'
import { queueImportWork, queueInvitationWork } from '@/lib/users/import/user-import.jobs'
import { findVisibleImport } from '@/lib/users/import/list-imports'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { readImportFile } from '@/lib/users/import/read-import-file'
import {
  deleteSomeRows,
  hasWaitingRows,
  insertRows,
} from '@/lib/users/import/user-import-row.store'
import {
  countUnfinished,
  deleteImport,
  endUnfinished,
  findImport,
  insertImport,
  queueImport,
  requeueDryRun,
} from '@/lib/users/import/user-import.store'

/**
 * The most files read and stored at a time. Their rows take memory, so each process counts its own,
 * also if it is one of several workers.
 */
const MAX_READING = { large: 2, small: 20 }
const SMALL_BYTES = 100_000
const ROWS_PER_STATEMENT = 1000
/** The most imports that an actor can have in progress. */
const MAX_UNFINISHED = 3

export interface ImportFile {
  format: ImportFormat
  bytes: Uint8Array
  /** The file name to show in the list of imports. */
  name?: string | null
  /** Checks every row without creating users. */
  dryRun: boolean
}

/** Who may start an import: API keys may not. */
type Importer = SessionPrincipal | typeof OPERATOR

type Started = { ok: true; import: PresentedImport }

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
  const begun = await orDiscard(id, () =>
    queueStart(actor, id, details, ctx, (tx, held) => queueImport(tx, { id, held, now: ctx.now })),
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

/**
 * Imports the rows that a dry run accepted, without uploading the file again, on behalf of the
 * caller. Of concurrent calls one succeeds. Refuses `not_found` for an import that the actor cannot
 * see, and `conflict` when it was not a dry run, has not finished, was already imported, accepted
 * no row, or its rows were deleted.
 */
export async function runImport(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const request = { ...toStoredRequest(ctx) }
  return queueStart(
    actor,
    id,
    { dry_run: false },
    ctx,
    async (tx, held) =>
      (await hasWaitingRows(tx, id)) &&
      requeueDryRun(tx, { id, actorId: actor.userId, held, request, now: ctx.now }),
  )
}

function queueStart(
  actor: Importer,
  id: string,
  details: AuditDetails<'user_import.started'>,
  ctx: RequestContext,
  queue: (tx: Tx, held: string[]) => Promise<boolean>,
): Promise<Outcome<Started>> {
  const audit = { action: 'user_import.started', targetId: id, details } satisfies AuditAttempt
  return beginWork(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    if ((await countUnfinished(tx, actor.userId)) >= MAX_UNFINISHED)
      return refuse('conflict', { detail: TOO_MANY })
    const held = isOperator(actor) ? null : await findGrants(tx, actor.userId)
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

/**
 * Cancels an import after the current batch: users already created are kept, the other rows are
 * deleted. Needs `users:activate`. Of concurrent calls one succeeds. Refuses `not_found` for one
 * that the actor cannot see, and `conflict` for one that has already ended.
 */
export async function cancelImport(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const audit = { action: 'user_import.cancelled', targetId: id } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const ended = await endUnfinished(tx, { id, because: 'cancelled', now: ctx.now })
    if (!ended) return refuse('conflict', { detail: 'This import has already ended.' })
    // If the import's job was lost, its rows would be kept: this job deletes them.
    await queueImportWork(tx, id, ctx.now)
    const { dryRun, total, processed, created, refused } = ended
    const details = { dry_run: dryRun, total, processed, created, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, import: presentImport(ended) }
  })
}

/**
 * Invites, in the background, all users that a finished import created without a password. Needs
 * `users:activate`, like inviting one user. However often it is called, each user gets one email:
 * later calls change nothing and return the progress, unless the invitations were stopped: then
 * they continue on behalf of the actor. Refuses `not_found` for an import that the actor cannot
 * see, and `conflict` for one that has not finished, was a dry run, or created no users without a
 * password.
 */
export async function inviteImported(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const audit = { action: 'user_import.invitations_requested', targetId: id } satisfies AuditAttempt
  return beginWork(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const request = { ...toStoredRequest(ctx) }
    const begun = await insertInvitations(tx, {
      importId: id,
      actorId: actor.userId,
      request,
      now: ctx.now,
    })
    const report = await findImport(tx, id)
    if (!report) return refuse('not_found')
    if (!report.invitations) return refuse('conflict', { detail: NOBODY_TO_INVITE })
    if (begun) {
      await queueInvitationWork(tx, id, ctx.now)
      const details = { without_password: report.withoutPassword }
      await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    }
    return { ok: true, import: presentImport(report) }
  })
}

const NOBODY_TO_INVITE =
  'There is no one to invite. Only a finished import that created users without a password has invitations to send.'
