import type { NotificationStatus } from '@/lib/notifications/notification.schemas'
import { findCountedBatch, listBatchRows } from '@/lib/notifications/notification.store'
import { presentNotification, type PresentedNotification } from '@/lib/notifications/present-notification'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'

/** One page of what was sent to many, by whomever, newest first. `cursor` is what the page before returned. */
export async function listNotifications(by: {
  status?: NotificationStatus | undefined
  limit: number
  cursor?: string | null | undefined
}): Promise<Outcome<{ notifications: PresentedNotification[]; nextCursor: string | null }>> {
  if (by.cursor && !isId(by.cursor)) return refuseCursor()
  const { status, limit } = by
  const rows = await listBatchRows(db(), { status, limit: limit + 1, beforeId: by.cursor ?? null })
  const shown = rows.slice(0, limit)
  return {
    ok: true,
    notifications: shown.map(presentNotification),
    nextCursor: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

/** A batch and how far it is. Refuses `not_found`. */
export async function getNotification(id: string): Promise<Outcome<{ notification: PresentedNotification }>> {
  const row = isId(id) ? await findCountedBatch(db(), id) : null
  return row ? { ok: true, notification: presentNotification(row) } : refuse('not_found')
}
