import { CHANNELS } from '@/lib/messaging/notifications/notification.schemas'

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
