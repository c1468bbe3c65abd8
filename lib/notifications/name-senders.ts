import { findEmails } from '@/lib/audit/audit-names.store'
import type { PresentedNotification } from '@/lib/notifications/present-notification'
import { db } from '@/lib/platform/db/database'

/** The e-mail addresses of those who sent these, by id. */
export function nameSenders(
  notifications: readonly Pick<PresentedNotification, 'created_by'>[],
): Promise<Map<string, string>> {
  return findEmails(db(), [...new Set(notifications.flatMap(({ created_by: id }) => id ?? []))])
}
