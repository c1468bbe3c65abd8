import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { Messages } from '@/lib/i18n/messages'
import { NOTIFICATION_STATUSES, type NotificationStatus } from '@/lib/notifications/notification.schemas'
import { notificationsAddress } from '@/lib/web/notifications-query'

interface StatusTabsProps {
  status: NotificationStatus | null
  texts: Messages['notificationPages']
}

/** Which notifications are shown: links, so that each choice has an address. */
export function StatusTabs({ status, texts }: StatusTabsProps) {
  return (
    <nav aria-label={texts.filterLabel} className="mb-4 flex flex-wrap gap-1">
      {[null, ...NOTIFICATION_STATUSES].map((choice) => (
        <Button key={choice} asChild size="sm" variant={choice === status ? 'outline' : 'ghost'}>
          <Link
            href={notificationsAddress(choice)}
            prefetch={false}
            aria-current={choice === status ? 'true' : undefined}
          >
            {choice ? texts.statuses[choice] : texts.all}
          </Link>
        </Button>
      ))}
    </nav>
  )
}
