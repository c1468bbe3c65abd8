import type { InboxItemRow } from '@/lib/messaging/inbox/inbox.store'
import { presentInboxItem } from '@/lib/messaging/inbox/present-inbox-item'
import type { InboxChange } from '@/lib/platform/bus/bus'
import { newId } from '@/lib/platform/ids'

/** What every event of /api/v1/ws begins with. */
function envelope<T extends string>(type: T, userId: string, now: Date) {
  return { v: 1 as const, id: newId(), type, user_id: userId, occurred_at: now.toISOString() }
}

/**
 * An inbox as it is now, with the item that changed where there is one. `sync`: this is the present
 * state, no change.
 */
export function presentInboxUpdate(by: {
  userId: string
  unreadCount: number
  reason: InboxChange['reason'] | 'sync'
  item: InboxItemRow | null
  now: Date
}) {
  const { userId, unreadCount, reason, item, now } = by
  const { read_at: _, ...shown } = item ? presentInboxItem(item) : { read_at: null }
  return {
    ...envelope('inbox.updated', userId, now),
    unread_count: unreadCount,
    reason,
    item: item && shown,
  }
}

/** A session of that person ended; null: all but the ones that hear of it. */
export function presentSessionRevoked(userId: string, sessionId: string | null, now: Date) {
  return { ...envelope('session.revoked', userId, now), session_id: sessionId }
}

/** What that person may do changed; `version` is the entity tag of GET /auth/permissions. */
export function presentPermissionsUpdated(userId: string, version: string, now: Date) {
  return { ...envelope('permissions.updated', userId, now), version }
}
