import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { reasonOf } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'
import { storage } from '@/lib/uploads/storage'
import { dropUploads, listDeleting } from '@/lib/uploads/upload.store'

const BATCH = 100

/**
 * Longer than any upload takes: four minutes to arrive, and less to be stored.
 */
export const ABANDONED_SECONDS = 600

/**
 * Removes the bytes of deleted uploads (one, those of one owner, or all) and then their rows. If
 * removal fails, the row stays for the next sweep.
 */
export async function removeDeleted(
  of: { id?: string; userId?: string; at?: Date } = {},
): Promise<void> {
  const { at = now(), ...which } = of
  let afterId: string | null = null
  for (;;) {
    const rows: { id: string; storageKey: string }[] = await listDeleting(db(), {
      ...which,
      at,
      limit: BATCH,
      afterId,
    })
    const gone: string[] = []
    for (const { id, storageKey } of rows)
      try {
        await storage().remove(storageKey)
        gone.push(id)
      } catch (error) {
        logger().warn({ upload_id: id, reason: reasonOf(error) }, 'an upload could not be removed')
      }
    await dropUploads(db(), gone)
    if (rows.length < BATCH) return
    afterId = rows.at(-1)!.id
  }
}
