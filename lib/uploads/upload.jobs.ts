import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { defineRecurringJob } from '@/lib/platform/jobs/define-job'
import { ABANDONED_SECONDS, removeDeleted } from '@/lib/uploads/remove-deleted'
import { storage } from '@/lib/uploads/storage'
import { abandonPending } from '@/lib/uploads/upload.store'

/**
 * Removes what uploads left behind: interrupted uploads, and deleted ones whose bytes could not be
 * removed at the time. `alone`: no other process uses this database, so every unfinished upload is
 * abandoned.
 */
export async function sweepUploads(now: Date, { alone }: { alone: boolean }): Promise<void> {
  const before = alone ? now : addSeconds(now, -ABANDONED_SECONDS)
  await storage().sweep(before)
  await abandonPending(db(), before, now)
  await removeDeleted({ at: now })
}

export const sweepUploadsHourly = defineRecurringJob({
  name: 'sweep-uploads',
  everySeconds: 3600,
  run: (now) => sweepUploads(now, { alone: false }),
})
