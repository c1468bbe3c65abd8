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
 * A job works for this long, then queues the next one: mails get their turn, and a service that
 * stops need not wait longer.
 */
const SLICE_MS = 2000
/** Rows in one statement: others wait for it where the database is embedded. */
const ROWS_PER_STATEMENT = 500
/** A fault that is no absence of the database and comes every time would come forever. */
const MAX_TRIES = 3

const payloadForm = z.object({ import_id: z.uuid() })

/** Queues the (next) work on an import; in a transaction if and only if that commits. */
export function queueImportWork(db: Db, importId: string, now: Date): Promise<void> {
  const dedupeKey = `${KIND}:${importId}`
  return enqueueJob(db, { kind: KIND, payload: { import_id: importId }, dedupeKey }, now)
}

/** The same for the invitations of those whom it created. */
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

/** What the job worker does with imports. */
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

/**
 * What rows say of users goes with the end of the import, unless it was a dry run that may be made
 * the real thing.
 */
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
/** A file is received within seconds; what is older was left behind by a process that died. */
const RECEIVE_WITHIN_SECONDS = 3600
const IMPORTS_PER_RUN = 20
const ROWS_PER_DELETE = 2000

/**
 * Housekeeping of imports: goes on with those whose job got lost, deletes rows that wait no more,
 * and after thirty days the reports.
 */
export async function maintainImports(now: Date): Promise<void> {
  const stalledBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const id of await listStalledImports(db(), stalledBefore, IMPORTS_PER_RUN))
    await queueImportWork(db(), id, now)
  for (const id of await listStalledInvitations(db(), stalledBefore, IMPORTS_PER_RUN))
    await queueInvitationWork(db(), id, now)
  // A minute late: somebody may be making a dry run the real thing in its last moment.
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
