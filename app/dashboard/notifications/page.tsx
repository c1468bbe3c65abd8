import { Plus } from 'lucide-react'
import { NotificationTable } from '@/app/dashboard/notifications/notification-table'
import {
  notificationsAddress,
  readNotificationStatus,
} from '@/app/dashboard/notifications/notifications-query'
import { EmptyState, ListBar, Pager } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LinkTabs, TextLink } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'
import {
  NOTIFICATION_STATUSES,
  type NotificationStatus,
} from '@/lib/messaging/notifications/notification.schemas'
import {
  countNotifications,
  listNotifications,
  nameSenders,
} from '@/lib/messaging/notifications/notifications'
import { definePage } from '@/lib/web/define-page'
import { listFrom } from '@/lib/web/list-from'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25

const page = definePage('/dashboard/notifications')

export const generateMetadata = page.metadata

/**
 * Sent and scheduled bulk notifications, newest first. `?status` filters, `?cursor` continues the
 * list.
 */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages
  const search = await searchParams
  const status = readNotificationStatus((name) => parameter(search, name))
  const [{ notifications, nextCursor, cursor }, total] = await Promise.all([
    notificationsFor(status, parameter(search, 'cursor')),
    countNotifications(status ?? undefined),
  ])
  return (
    <div data-wide>
      <PageHeader title={texts.title} lead={texts.lead}>
        <div className="flex flex-wrap gap-2">
          <a
            className={buttonClasses({ variant: 'outline' })}
            href={pagePath('/dashboard/notifications/templates')}
          >
            {texts.templates.title}
          </a>
          <a className={buttonClasses()} href={pagePath('/dashboard/notifications/new')}>
            <Plus aria-hidden />
            {texts.compose}
          </a>
        </div>
      </PageHeader>
      <ListBar total={total} texts={texts.total} locale={locale}>
        <StatusTabs status={status} texts={texts} />
      </ListBar>
      <Card>
        {notifications.length > 0 ? (
          <NotificationTable
            notifications={notifications}
            senders={await nameSenders(notifications)}
            locale={locale}
            texts={texts}
          />
        ) : (
          <Nothing status={status} texts={texts} />
        )}
        <Pager
          first={cursor && notificationsAddress(status)}
          next={nextCursor && notificationsAddress(status, nextCursor)}
          texts={{ first: texts.newest, next: texts.older }}
        />
      </Card>
    </div>
  )
})

async function notificationsFor(status: NotificationStatus | null, cursor: string | null) {
  const request = { status: status ?? undefined, limit: PAGE_SIZE }
  const listed = await listFrom(
    cursor,
    (cursor) => listNotifications({ ...request, cursor }),
    ({ notifications }) => notifications.length === 0,
  )
  return listed.ok ? listed : { notifications: [], nextCursor: null, cursor: null }
}

interface NothingProps {
  status: NotificationStatus | null
  texts: Messages['notificationPages']
}

function Nothing({ status, texts }: NothingProps) {
  if (!status) return <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
  return (
    <EmptyState title={texts.noMatchTitle} text={texts.noMatchText}>
      <TextLink alone href={pagePath('/dashboard/notifications')}>
        {texts.showAll}
      </TextLink>
    </EmptyState>
  )
}

interface StatusTabsProps {
  status: NotificationStatus | null
  texts: Messages['notificationPages']
}

/** The status filter. */
function StatusTabs({ status, texts }: StatusTabsProps) {
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
