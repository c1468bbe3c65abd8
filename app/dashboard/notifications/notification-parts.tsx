import { Badge } from '@/components/ui/badge'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type {
  Channel,
  NotificationStatus,
} from '@/lib/messaging/notifications/notification.schemas'
import type { PresentedNotification } from '@/lib/messaging/notifications/present-notification'

type Texts = Messages['notificationPages']

/** Placeholders filled in for each recipient, as they are typed. */
const PLACEHOLDERS = ['{{name}}', '{{email}}']

/** The recipients of a notification, in words. */
export function describeAudience(
  { kind, role, user_count: count }: PresentedNotification['audience'],
  locale: Locale,
  { audiences }: Texts,
): string {
  if (kind === 'role') return formatMessage(audiences.role, { role: role ?? '' })
  return kind === 'users' ? formatCount(audiences.users, count ?? 0, locale) : audiences.all
}

/** The channels as a list of labels: "Inbox, Email". */
export function listChannels(channels: readonly Channel[], { channelNames }: Texts): string {
  return channels.map((channel) => channelNames[channel]).join(', ')
}

/** The channels within a sentence: "in the inbox and by email". */
export function describeChannels(
  channels: readonly Channel[],
  locale: Locale,
  { channelsInWords: words }: Texts,
): string {
  return new Intl.ListFormat(locale).format(channels.map((channel) => words[channel]))
}

/** Inserts the list of placeholders into a message. */
export function withPlaceholders(
  message: string,
  locale: Locale,
  values: Record<string, string> = {},
) {
  const placeholders = new Intl.ListFormat(locale).format(PLACEHOLDERS)
  return formatMessage(message, { ...values, placeholders })
}

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

export function NotificationStatusBadge({ status, texts }: NotificationStatusBadgeProps) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}

interface MessagePreviewProps {
  title: string
  body: string
  href: string | null
  /** The text of the link. */
  linkLabel: string
}

/** A notification's content as written. */
export function MessagePreview({ title, body, href, linkLabel }: MessagePreviewProps) {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-subtle p-4">
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {title}
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {body}
      </p>
      {href ? (
        <p className="text-[0.8125rem] text-muted">
          {linkLabel}: <span className="font-mono break-all">{href}</span>
        </p>
      ) : null}
    </div>
  )
}
