import { z } from 'zod'
import { db, type Db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobRun } from '@/lib/platform/jobs/run-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { logger } from '@/lib/platform/logger'
import { importBatch, stopImport } from '@/lib/user-import/import-batch'
import { deleteSomeRows } from '@/lib/user-import/user-import-row.store'
import { findImport } from '@/lib/user-import/user-import.store'

const KIND = 'user_import'
/** A job works so long and hands over to the next one: mails have their turn, and a stop of the service waits no longer. */
const SLICE_MS = 2000
/** Rows in one statement: others wait for it where the database is embedded. */
const CLEAR_AT_ONCE = 500
/** A fault that is no absence of the database and comes every time would come for ever. */
const MAX_TRIES = 3

const payloadForm = z.object({ import_id: z.uuid() })

/** Queues the (next) work on an import; in a transaction if and only if that commits. */
export function queueImportWork(db: Db, importId: string, now: Date): Promise<void> {
  const dedupeKey = `${KIND}:${importId}`
  return enqueueJob(db, { kind: KIND, payload: { import_id: importId }, dedupeKey }, now)
}

/** What the job worker does with imports. */
export const userImportJobHandlers: JobHandlers = {
  [KIND]: (payload, run) => workOff(payloadForm.parse(payload).import_id, run),
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

/** What rows say of users goes with the end of the import, unless it was a dry run that may be made the real thing. */
async function clearRows(importId: string): Promise<void> {
  const found = await findImport(db(), importId)
  const ended = found?.status === 'completed' || found?.status === 'stopped'
  if (!found || !ended || found.rowsKeptUntil) return
  while ((await deleteSomeRows(db(), importId, { waiting: true, limit: CLEAR_AT_ONCE })) === CLEAR_AT_ONCE);
}
