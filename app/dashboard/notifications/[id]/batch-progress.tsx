import type { ReactNode } from 'react'
import { NotificationStatusBadge } from '@/app/dashboard/notifications/notification-status'
import { UntilDone } from '@/components/live/until-done'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/notifications/present-notification'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'

interface BatchProgressProps {
  shown: PresentedNotification
  locale: Locale
  texts: Messages['notificationPages']
  /** What can be done about it. */
  children: ReactNode
}

/** How far a notification is, in numbers. While it is being sent the page reads itself anew. */
export function BatchProgress({ shown, locale, texts, children }: BatchProgressProps) {
  const { detail } = texts
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const { status, total, delivered, failed, skipped } = shown
  const done = delivered + failed + skipped
  const said = formatMessage(detail.of, { done: number(done), total: number(total) })
  const ended = status !== 'scheduled' && status !== 'running'
  const counts: [string, number][] = [
    [detail.delivered, delivered],
    [detail.failed, failed],
    [detail.skipped, skipped],
    ...(ended && done < total ? [[detail.notReached, total - done] as [string, number]] : []),
  ]
  return (
    <Card>
      <CardBody className="grid gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="tabular-nums">{said}</p>
            <NotificationStatusBadge status={status} texts={texts} />
          </div>
          <ProgressBar label={detail.progress} said={said} value={done} max={total} />
        </div>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {counts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-[0.8125rem] text-muted">{label}</dt>
              <dd className="text-2xl font-semibold tracking-tight tabular-nums">{number(value)}</dd>
            </div>
          ))}
        </dl>
        {status === 'running' ? (
          <UntilDone href={`${NOTIFICATIONS}/${shown.batch_id}`} label={detail.refresh}>
            {children}
          </UntilDone>
        ) : null}
        <div role="status" className="grid gap-2 empty:hidden">
          <Meaning shown={shown} texts={detail} />
        </div>
        {status === 'scheduled' ? <div>{children}</div> : null}
      </CardBody>
    </Card>
  )
}

function Meaning({
  shown,
  texts,
}: {
  shown: PresentedNotification
  texts: BatchProgressProps['texts']['detail']
}) {
  const { status, failed, skipped } = shown
  const reasons: Record<string, string> = texts.stopped
  return (
    <>
      {status === 'scheduled' ? <Alert>{texts.scheduled}</Alert> : null}
      {status === 'completed' && failed === 0 ? <Alert tone="success">{texts.completed}</Alert> : null}
      {status === 'cancelled' ? <Alert>{texts.cancelled}</Alert> : null}
      {status === 'failed' ? (
        <Alert tone="danger">{reasons[shown.stopped_because ?? ''] ?? texts.stopped.internal_error}</Alert>
      ) : null}
      {failed > 0 ? <Alert tone="warning">{texts.someFailed}</Alert> : null}
      {skipped > 0 ? <p className="text-[0.8125rem] text-muted">{texts.skippedMeaning}</p> : null}
    </>
  )
}
