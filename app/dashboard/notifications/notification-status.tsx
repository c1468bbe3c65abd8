import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { NotificationStatus } from '@/lib/notifications/notification.schemas'

const TONES = {
  scheduled: 'neutral',
  running: 'accent',
  completed: 'success',
  cancelled: 'neutral',
  failed: 'warning',
} as const

interface NotificationStatusBadgeProps {
  status: NotificationStatus
  texts: Messages['notificationPages']
}

/** How far a notification is, in a word. */
export function NotificationStatusBadge({ status, texts }: NotificationStatusBadgeProps) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
