import { z } from 'zod'
import { BACKLOG_CHECK_SECONDS } from '@/lib/messaging/mail/mail-limits.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import {
  defineJob,
  defineRecurringJob,
  type JobRun,
  purgeInBatches,
} from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { importBatch, stopImport } from '@/lib/users/import/import-batch'
import { listStalledInvitations } from '@/lib/users/import/import-invitations.store'
import { inviteBatch, stopInvitations } from '@/lib/users/import/invite-batch'
import { deleteSomeRows, listImportsToClear } from '@/lib/users/import/user-import-row.store'
import {
  deleteImport,
  expireDryRun,
  listOldImports,
  listStalledImports,
} from '@/lib/users/import/user-import.store'

/**
 * A job runs this long, then queues the next one, so that emails are sent in between and a shutdown
 * does not wait longer.
 */
const SLICE_MS = 2000

const payload = z.object({ import_id: z.uuid() })
type Payload = z.output<typeof payload>
const dedupeBy = ({ import_id: importId }: Payload) => importId

export const userImportJob = defineJob({
  kind: 'user_import',
  payload,
  dedupeBy,
  run: ({ import_id: importId }, run) => processImport(importId, run),
  onRepeatedError: async ({ import_id: importId }, now) => {
    await stopImport(importId, 'internal_error', now)
    await clearRows(importId, now)
  },
})

export const importInvitationsJob = defineJob({
  kind: 'user_import_invitations',
  payload,
  dedupeBy,
  run: ({ import_id: importId }, run) => processInvitations(importId, run),
  onRepeatedError: async ({ import_id: importId }, now) => {
    await stopInvitations(importId, 'internal_error', now)
  },
})

/** Queues the next job of an import; inside a transaction, only if that commits. */
export function queueImportWork(db: Db, importId: string, now: Date, runAt = now): Promise<void> {
  return enqueueJob(db, userImportJob, { import_id: importId }, now, runAt)
}

/** Queues the next invitation job of an import. */
export function queueInvitationWork(
  db: Db,
  importId: string,
  now: Date,
  runAt = now,
): Promise<void> {
  return enqueueJob(db, importInvitationsJob, { import_id: importId }, now, runAt)
}

async function processImport(importId: string, { now }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  do {
    if (!(await importBatch(importId, now))) return clearRows(importId, now)
  } while (performance.now() < endsAt)
  await queueImportWork(db(), importId, now)
}

async function processInvitations(importId: string, { now }: JobRun): Promise<void> {
  if (await inviteBatch(importId, now))
    await queueInvitationWork(db(), importId, now, addSeconds(now, BACKLOG_CHECK_SECONDS))
}

/**
 * Deletes the rows of an import that has ended, except those of a dry run that can still be
 * imported. It deletes for a short time, then queues the next job, because a large import takes
 * longer than a job may.
 */
async function clearRows(importId: string, now: Date): Promise<void> {
  const endsAt = performance.now() + CLEAR_SLICE_MS
  const by = { waiting: true, limit: ROWS_PER_STATEMENT }
  do {
    if ((await deleteSomeRows(db(), importId, by)) < ROWS_PER_STATEMENT) return
  } while (performance.now() < endsAt)
  await queueImportWork(db(), importId, now, addSeconds(now, CLEAR_PAUSE_SECONDS))
}

/** How long a job deletes rows before it queues the next one, and the pause between the two. */
const CLEAR_SLICE_MS = 500
const CLEAR_PAUSE_SECONDS = 5
/** Rows per statement: an embedded database serves no other query meanwhile. */
const ROWS_PER_STATEMENT = 500
const STALLED_AFTER_SECONDS = 300
const KEEP_REPORT_SECONDS = 30 * 86_400
/** Receiving a file takes seconds; anything older was left by a crashed process. */
const RECEIVE_WITHIN_SECONDS = 3600
const IMPORTS_PER_RUN = 20
const ROWS_PER_DELETE = 2000
/** A run deletes reports for this long; the next one continues. */
const DELETE_REPORTS_MS = 60_000

/**
 * Resumes imports whose job was lost, deletes rows that are no longer needed, and deletes reports
 * after 30 days.
 */
export const maintainImports = defineRecurringJob({
  name: 'maintain-user-imports',
  everySeconds: 300,
  run: async (now) => {
    const stalledBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
    for (const id of await listStalledImports(db(), stalledBefore, IMPORTS_PER_RUN))
      await queueImportWork(db(), id, now)
    for (const id of await listStalledInvitations(db(), stalledBefore, IMPORTS_PER_RUN))
      await queueInvitationWork(db(), id, now)
    // One minute of margin: a dry run may be imported at the last moment.
    const expired = addSeconds(now, -60)
    for (const id of await listImportsToClear(db(), expired, IMPORTS_PER_RUN)) {
      await expireDryRun(db(), id, expired)
      await queueImportWork(db(), id, now)
    }
    await deleteOldImports(now, expired)
  },
})

async function deleteOldImports(now: Date, expired: Date): Promise<void> {
  const endsAt = performance.now() + DELETE_REPORTS_MS
  let deleted: number
  do {
    deleted = 0
    const old = await listOldImports(db(), {
      finishedBefore: addSeconds(now, -KEEP_REPORT_SECONDS),
      receivedBefore: addSeconds(now, -RECEIVE_WITHIN_SECONDS),
      limit: IMPORTS_PER_RUN,
    })
    for (const id of old) {
      await expireDryRun(db(), id, expired)
      await purgeInBatches((limit) => deleteSomeRows(db(), id, { waiting: false, limit }), {
        limit: ROWS_PER_DELETE,
        endsAt,
      })
      if (await deleteImport(db(), id)) deleted += 1
    }
  } while (deleted > 0 && performance.now() < endsAt)
}
