import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import {
  CHANNELS,
  notificationListFields,
  type NotificationStatus,
} from '@/lib/messaging/notifications/notification.schemas'
import { type DraftFault, MAX_CHOSEN } from '@/lib/messaging/notifications/validate-draft'
import { truncateText } from '@/lib/platform/input-fields'
import type { FieldError } from '@/lib/platform/problems'
import { pageAddress } from '@/lib/web/page-address'

export const NOTIFICATIONS = '/dashboard/notifications'

/** The status filter of the notifications; null for all, or if the status does not exist. */
export function readNotificationStatus(status: string | null): NotificationStatus | null {
  const parsed = notificationListFields.status.safeParse(status ?? undefined)
  return (parsed.success && parsed.data) || null
}

/** The address of the notifications with that status and cursor. */
export function notificationsAddress(
  status: NotificationStatus | null,
  cursor?: string | null,
): string {
  return pageAddress(NOTIFICATIONS, { status, cursor })
}

/**
 * Converts the fields of a posted form for the template schemas: checkboxes become a list, an empty
 * link becomes none.
 */
export function gatherTemplate(fields: Record<string, unknown>): Record<string, unknown> {
  const {
    name = '',
    title = '',
    body = '',
    href,
    channel_inbox: inbox,
    channel_email: email,
    channel_sms: sms,
    ...rest
  } = fields
  const chosen = { inbox, email, sms }
  const channels = CHANNELS.filter((channel) => chosen[channel] === 'true')
  const path = typeof href === 'string' ? href.trim() : ''
  return { ...rest, name, title, body, href: path || null, channels }
}

/** The longest name in a message: readable, and small enough for the notice cookie. */
const MAX_NAMED = 150

/** The errors of a draft, as messages beside their fields. */
export function renderFaults(faults: readonly DraftFault[], messages: Messages): FieldError[] {
  const own: Partial<Record<string, string>> = messages.notificationPages.form.faults
  return faults.map(({ field, code, named = '' }) => ({
    pointer: `/${field}`,
    code,
    detail: formatMessage(own[code] ?? '', {
      named: truncateText(named, MAX_NAMED),
      max: MAX_CHOSEN,
    }),
  }))
}
