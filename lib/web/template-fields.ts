import { CHANNELS } from '@/lib/notifications/notification.schemas'

/** The fields of a posted form as the schemas of templates want them: boxes as a list, no link as none. */
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
