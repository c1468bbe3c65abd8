import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { readUnsubscribeToken } from '@/lib/messaging/notifications/unsubscribe-link'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Whether an unsubscribe link is genuine. Looks up nothing. */
export function isUnsubscribeLink(token: string): boolean {
  return readUnsubscribeToken(token) !== null
}

/**
 * Turns off notifications by email for the user of a link, as the user's own change. Repeating it
 * changes nothing, and for a user who no longer exists the answer is the same.
 */
export async function unsubscribe(token: string, ctx: RequestContext): Promise<Outcome<object>> {
  const userId = readUnsubscribeToken(token)
  if (userId === null) return refuse('invalid_or_expired_token')
  const changed = await setNotificationPreferences({ userId }, { email: false }, ctx)
  return changed.ok || changed.code === 'not_found' ? { ok: true } : changed
}
