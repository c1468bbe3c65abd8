import Link from 'next/link'
import {
  describeAudience,
  listChannels,
  NotificationStatusBadge,
} from '@/app/dashboard/notifications/notification-parts'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/messaging/notifications/present-notification'
import { pagePath } from '@/lib/web/page-address'

interface NotificationTableProps {
  notifications: readonly PresentedNotification[]
  /** The senders' email addresses, by id. */
  senders: ReadonlyMap<string, string>
  locale: Locale
  texts: Messages['notificationPages']
}

/** Notifications, one per row. */
export function NotificationTable({ notifications, texts, ...rest }: NotificationTableProps) {
  const { columns } = texts
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.title}</ColumnHeader>
          <ColumnHeader className="w-32">{columns.status}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-36 text-right`}>{columns.delivered}</ColumnHeader>
          <ColumnHeader aria-sort="descending" className={`${WIDE} w-56 xl:w-72`}>
            {columns.when}
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {notifications.map((one) => (
          <NotificationRow key={one.batch_id} one={one} texts={texts} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function NotificationRow({
  one,
  senders,
  locale,
  texts,
}: Omit<NotificationTableProps, 'notifications'> & { one: PresentedNotification }) {
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const sender = (one.created_by && senders.get(one.created_by)) ?? texts.formerUser
  const time = <LocalTime at={one.send_at ?? one.created_at} locale={locale} />
  const delivered = formatMessage(texts.deliveredOf, {
    delivered: number(one.delivered),
    total: number(one.total),
  })
  return (
    <tr>
      <Cell>
        <Link
          href={pagePath('/dashboard/notifications/[id]', one.batch_id)}
          prefetch={false}
          className="inline-block min-h-6 max-w-full truncate rounded-xs py-0.5 align-middle font-medium hover:underline"
        >
          <bdi>{one.title}</bdi>
        </Link>
        <span className="block truncate text-[0.8125rem] text-muted">
          {describeAudience(one.audience, locale, texts)} · {listChannels(one.channels, texts)}
        </span>
        <span className="block text-[0.8125rem] text-muted tabular-nums md:hidden">
          {delivered} · {time}
        </span>
      </Cell>
      <Cell>
        <NotificationStatusBadge status={one.status} texts={texts} />
      </Cell>
      <Cell className={`${WIDE} text-right whitespace-nowrap tabular-nums`}>{delivered}</Cell>
      <Cell className={`${WIDE} text-muted`}>
        <span className="block whitespace-nowrap tabular-nums">{time}</span>
        <span className="block text-[0.8125rem] [overflow-wrap:anywhere]">{sender}</span>
      </Cell>
    </tr>
  )
}
