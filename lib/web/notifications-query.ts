import { notificationListFields, type NotificationStatus } from '@/lib/notifications/notification.schemas'
import { pageAddress } from '@/lib/web/page-address'

export const NOTIFICATIONS = '/dashboard/notifications'

/** The status that the address of the notifications asks for; null for all, also where it asks for what there is not. */
export function readNotificationStatus(status: string | null): NotificationStatus | null {
  const parsed = notificationListFields.status.safeParse(status ?? undefined)
  return (parsed.success && parsed.data) || null
}

/** The address of the notifications of that status, and where the list goes on. */
export function notificationsAddress(status: NotificationStatus | null, cursor?: string | null): string {
  return pageAddress(NOTIFICATIONS, { status, cursor })
}
