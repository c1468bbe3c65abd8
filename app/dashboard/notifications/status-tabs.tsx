import { LinkTabs } from '@/components/ui/link-tabs'
import type { Messages } from '@/lib/i18n/messages'
import { NOTIFICATION_STATUSES, type NotificationStatus } from '@/lib/notifications/notification.schemas'
import { notificationsAddress } from '@/lib/web/notifications-query'

interface StatusTabsProps {
  status: NotificationStatus | null
  texts: Messages['notificationPages']
}

/** Which notifications are shown. */
export function StatusTabs({ status, texts }: StatusTabsProps) {
  return (
    <LinkTabs
      label={texts.filterLabel}
      tabs={[null, ...NOTIFICATION_STATUSES].map((choice) => ({
        href: notificationsAddress(choice),
        label: choice ? texts.statuses[choice] : texts.all,
        current: choice === status,
      }))}
    />
  )
}
