import {
  notificationListFields,
  type NotificationStatus,
} from '@/lib/messaging/notifications/notification.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters } from '@/lib/web/read-filters'

/** The status filter of the notifications; null for all, or if the status does not exist. */
export function readNotificationStatus(
  get: (name: string) => string | null,
): NotificationStatus | null {
  return readFilters(notificationListFields, get).filters.status ?? null
}

/** The address of the notifications with that status and cursor. */
export function notificationsAddress(
  status: NotificationStatus | null,
  cursor?: string | null,
): string {
  return pageAddress('/dashboard/notifications', { status, cursor })
}
