import { z } from 'zod'
import { BACKLOG_CHECK_SECONDS } from '@/lib/messaging/mail/mail-limits.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { describeJobError, type JobHandlers, type JobRun } from '@/lib/platform/jobs/run-jobs'
import { logger } from '@/lib/platform/logger'
import { importBatch, stopImport } from '@/lib/users/import/import-batch'
import { listStalledInvitations } from '@/lib/users/import/import-invitations.store'
import { inviteBatch, stopInvitations } from '@/lib/users/import/invite-batch'
import { deleteSomeRows, listImportsToClear } from '@/lib/users/import/user-import-row.store'
import {
  deleteImport,
  findImport,
  listOldImports,
  listStalledImports,
} from '@/lib/users/import/user-import.store'

const KIND = 'user_import'
const INVITATIONS = 'user_import_invitations'
/**
 * A job runs this long, then queues the next one, so that emails are sent in between and a shutdown
 * does not wait longer.
 */
const SLICE_MS = 2000
/** Rows per statement: an embedded database serves no other query meanwhile. */
const ROWS_PER_STATEMENT = 500
/**
 * Errors other than an unreachable database may be permanent: stop retrying after this many
 * attempts.
 */
const MAX_TRIES = 3

const payloadForm = z.object({ import_id: z.uuid() })

/** Queues the next job of an import; inside a transaction, only if that commits. */
export function queueImportWork(db: Db, importId: string, now: Date): Promise<void> {
  const dedupeKey = `${KIND}:${importId}`
  return enqueueJob(db, { kind: KIND, payload: { import_id: importId }, dedupeKey }, now)
}

/** Queues the next invitation job of an import. */
export function queueInvitationWork(
  db: Db,
  importId: string,
  now: Date,
  runAt = now,
): Promise<void> {
  const dedupeKey = `${INVITATIONS}:${importId}`
  return enqueueJob(
    db,
    { kind: INVITATIONS, payload: { import_id: importId }, dedupeKey, runAt },
    now,
  )
}

/** Job handlers for imports. */
export const userImportJobHandlers: JobHandlers = {
  [KIND]: (payload, run) => processImport(payloadForm.parse(payload).import_id, run),
  [INVITATIONS]: (payload, run) => processInvitations(payloadForm.parse(payload).import_id, run),
}

async function processImport(importId: string, { now, attempt }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  try {
    do {
      if (!(await importBatch(importId, now))) return await clearRows(importId)
    } while (performance.now() < endsAt)
  } catch (error) {
    if (isDatabaseAway(error) || attempt < MAX_TRIES) throw error
    logger().error({ importId, reason: describeJobError(error) }, 'an import of users was stopped')
    await stopImport(importId, 'internal_error', now)
    return await clearRows(importId)
  }
  await queueImportWork(db(), importId, now)
}

async function processInvitations(importId: string, { now, attempt }: JobRun): Promise<void> {
  try {
    if (!(await inviteBatch(importId, now))) return
  } catch (error) {
    if (isDatabaseAway(error) || attempt < MAX_TRIES) throw error
    logger().error(
      { importId, reason: describeJobError(error) },
      'the invitations of an import were stopped',
    )
    return void (await stopInvitations(importId, 'internal_error', now))
  }
  await queueInvitationWork(db(), importId, now, addSeconds(now, BACKLOG_CHECK_SECONDS))
}

/** Rows are deleted when the import ends, except those of a dry run that can still be imported. */
async function clearRows(importId: string): Promise<void> {
  const found = await findImport(db(), importId)
  const ended = found?.status === 'completed' || found?.status === 'stopped'
  if (!found || !ended || found.rowsKeptUntil) return
  while (
    (await deleteSomeRows(db(), importId, { waiting: true, limit: ROWS_PER_STATEMENT })) ===
    ROWS_PER_STATEMENT
  );
}

const STALLED_AFTER_SECONDS = 300
const KEEP_REPORT_SECONDS = 30 * 86_400
/** Receiving a file takes seconds; anything older was left by a crashed process. */
const RECEIVE_WITHIN_SECONDS = 3600
const IMPORTS_PER_RUN = 20
const ROWS_PER_DELETE = 2000

/**
 * Maintains imports: resumes those whose job was lost, deletes rows that are no longer needed, and
 * deletes reports after 30 days.
 */
export async function maintainImports(now: Date): Promise<void> {
  const stalledBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const id of await listStalledImports(db(), stalledBefore, IMPORTS_PER_RUN))
    await queueImportWork(db(), id, now)
  for (const id of await listStalledInvitations(db(), stalledBefore, IMPORTS_PER_RUN))
    await queueInvitationWork(db(), id, now)
  // One minute of margin: a dry run may be imported at the last moment.
  for (const id of await listImportsToClear(db(), addSeconds(now, -60), IMPORTS_PER_RUN))
    await clearEndedRows(id, true)
  const old = await listOldImports(db(), {
    finishedBefore: addSeconds(now, -KEEP_REPORT_SECONDS),
    receivedBefore: addSeconds(now, -RECEIVE_WITHIN_SECONDS),
    limit: IMPORTS_PER_RUN,
  })
  for (const id of old) {
    await clearEndedRows(id, false)
    await deleteImport(db(), id)
  }
}

async function clearEndedRows(id: string, waiting: boolean): Promise<void> {
  while ((await deleteSomeRows(db(), id, { waiting, limit: ROWS_PER_DELETE })) === ROWS_PER_DELETE);
}
