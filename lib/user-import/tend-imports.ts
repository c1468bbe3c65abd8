import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { listStalledInvitations } from '@/lib/user-import/import-invitations.store'
import { queueImportWork, queueInvitationWork } from '@/lib/user-import/import-jobs'
import { deleteSomeRows, listImportsToClear } from '@/lib/user-import/user-import-row.store'
import { deleteImport, listOldImports, listStalledImports } from '@/lib/user-import/user-import.store'

const STALLED_AFTER_SECONDS = 300
const KEEP_REPORT_SECONDS = 30 * 86_400
/** A file is received within seconds; what is older was left behind by a process that died. */
const RECEIVE_WITHIN_SECONDS = 3600
const AT_ONCE = 20
const ROWS_AT_ONCE = 2000

/**
 * Housekeeping of imports: goes on with those whose job got lost, deletes rows that wait no more, and after thirty days the reports.
 */
export async function tendImports(now: Date): Promise<void> {
  const stalledBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const id of await listStalledImports(db(), stalledBefore, AT_ONCE))
    await queueImportWork(db(), id, now)
  for (const id of await listStalledInvitations(db(), stalledBefore, AT_ONCE))
    await queueInvitationWork(db(), id, now)
  // A minute late: somebody may be making a dry run the real thing in its last moment.
  for (const id of await listImportsToClear(db(), addSeconds(now, -60), AT_ONCE)) await clear(id, true)
  const old = await listOldImports(db(), {
    finishedBefore: addSeconds(now, -KEEP_REPORT_SECONDS),
    receivedBefore: addSeconds(now, -RECEIVE_WITHIN_SECONDS),
    limit: AT_ONCE,
  })
  for (const id of old) {
    await clear(id, false)
    await deleteImport(db(), id)
  }
}

async function clear(id: string, waiting: boolean): Promise<void> {
  while ((await deleteSomeRows(db(), id, { waiting, limit: ROWS_AT_ONCE })) === ROWS_AT_ONCE);
}
