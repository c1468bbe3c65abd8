import type { InboxItemRow } from '@/lib/messaging/inbox/inbox.store'
import { presentInboxItem } from '@/lib/messaging/inbox/present-inbox-item'
import type { InboxChange } from '@/lib/platform/bus/bus'
import { newId } from '@/lib/platform/ids'

/** The fields common to all events of /api/v1/ws. */
function envelope<T extends string>(type: T, userId: string, now: Date) {
  return { v: 1 as const, id: newId(), type, user_id: userId, occurred_at: now.toISOString() }
}

/**
 * The current state of an inbox, with the item that changed if there is one. `sync`: this is the
 * present state, not a change.
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

/**
 * A session of that user ended. Null: many did, or all; not those that receive this event.
 */
export function presentSessionRevoked(userId: string, sessionId: string | null, now: Date) {
  return { ...envelope('session.revoked', userId, now), session_id: sessionId }
}

/**
 * An event of the feed of changes. `feed.alive` says that every change up to now has been sent;
 * the others name the user or session that changed.
 */
export function presentFeedEvent(
  type: 'feed.alive' | 'session.revoked' | 'user.sessions_revoked' | 'permissions.updated',
  now: Date,
  about: { user_id?: string | null; session_id?: string } = {},
) {
  return { v: 1 as const, id: newId(), type, ...about, occurred_at: now.toISOString() }
}

/** The user's permissions changed. `version` is the entity tag of GET /auth/permissions. */
export function presentPermissionsUpdated(userId: string, version: string, now: Date) {
  return { ...envelope('permissions.updated', userId, now), version }
}
