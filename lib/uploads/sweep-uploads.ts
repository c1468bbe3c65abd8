import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { storage } from '@/lib/uploads/storage'
import { abandonPending, dropUploads, listDeleting } from '@/lib/uploads/upload.store'

const BATCH = 100
/**
 * Longer than any upload takes: a request must arrive within 30 seconds, and storing takes less.
 */
const ABANDONED_SECONDS = 600

/**
 * Removes what uploads left behind: interrupted uploads, and deleted ones whose bytes could not be
 * removed at the time. `alone`: no other process uses this database, so every unfinished upload is
 * abandoned.
 */
export async function sweepUploads(now: Date, { alone }: { alone: boolean }): Promise<void> {
  const before = alone ? now : addSeconds(now, -ABANDONED_SECONDS)
  await storage().sweep(before)
  await abandonPending(db(), before, now)
  await removeDeleted()
}

/**
 * Removes the bytes of deleted uploads, of one owner or of all, and then their rows. If removal
 * fails, the row stays for the next sweep.
 */
export async function removeDeleted(of: { userId?: string } = {}): Promise<void> {
  let afterId: string | null = null
  for (;;) {
    const rows: { id: string; storageKey: string }[] = await listDeleting(db(), {
      ...of,
      limit: BATCH,
      afterId,
    })
    const gone: string[] = []
    for (const { id, storageKey } of rows)
      try {
        await storage().remove(storageKey)
        gone.push(id)
      } catch (error) {
        logger().warn(
          { upload: id, reason: (error as Error).message },
          'an upload could not be removed',
        )
      }
    await dropUploads(db(), gone)
    if (rows.length < BATCH) return
    afterId = rows.at(-1)!.id
  }
}
