import { z } from 'zod'
import { BACKLOG_CHECK_SECONDS } from '@/lib/mail/mail-backlog.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobRun } from '@/lib/platform/jobs/run-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { logger } from '@/lib/platform/logger'
import { importBatch, stopImport } from '@/lib/user-import/import-batch'
import { inviteBatch, stopInvitations } from '@/lib/user-import/invite-batch'
import { deleteSomeRows } from '@/lib/user-import/user-import-row.store'
import { findImport } from '@/lib/user-import/user-import.store'

const KIND = 'user_import'
const INVITATIONS = 'user_import_invitations'
/** A job works for this long, then queues the next one: mails get their turn, and a service that stops need not wait longer. */
const SLICE_MS = 2000
/** Rows in one statement: others wait for it where the database is embedded. */
const CLEAR_AT_ONCE = 500
/** A fault that is no absence of the database and comes every time would come forever. */
const MAX_TRIES = 3

const payloadForm = z.object({ import_id: z.uuid() })

/** Queues the (next) work on an import; in a transaction if and only if that commits. */
export function queueImportWork(db: Db, importId: string, now: Date): Promise<void> {
  const dedupeKey = `${KIND}:${importId}`
  return enqueueJob(db, { kind: KIND, payload: { import_id: importId }, dedupeKey }, now)
}

/** The same for the invitations of those whom it created. */
export function queueInvitationWork(db: Db, importId: string, now: Date, runAt = now): Promise<void> {
  const dedupeKey = `${INVITATIONS}:${importId}`
  return enqueueJob(db, { kind: INVITATIONS, payload: { import_id: importId }, dedupeKey, runAt }, now)
}

/** What the job worker does with imports. */
export const userImportJobHandlers: JobHandlers = {
  [KIND]: (payload, run) => workOff(payloadForm.parse(payload).import_id, run),
  [INVITATIONS]: (payload, run) => invite(payloadForm.parse(payload).import_id, run),
}

async function workOff(importId: string, { now, attempt }: JobRun): Promise<void> {
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

async function invite(importId: string, { now, attempt }: JobRun): Promise<void> {
  try {
    if (!(await inviteBatch(importId, now))) return
  } catch (error) {
    if (isDatabaseAway(error) || attempt < MAX_TRIES) throw error
    logger().error({ importId, reason: describeJobError(error) }, 'the invitations of an import were stopped')
    return void (await stopInvitations(importId, 'internal_error', now))
  }
  await queueInvitationWork(db(), importId, now, addSeconds(now, BACKLOG_CHECK_SECONDS))
}

/** What rows say of users goes with the end of the import, unless it was a dry run that may be made the real thing. */
async function clearRows(importId: string): Promise<void> {
  const found = await findImport(db(), importId)
  const ended = found?.status === 'completed' || found?.status === 'stopped'
  if (!found || !ended || found.rowsKeptUntil) return
  while ((await deleteSomeRows(db(), importId, { waiting: true, limit: CLEAR_AT_ONCE })) === CLEAR_AT_ONCE);
}
