import { cancelBatch } from '@/app/dashboard/notifications/[id]/actions'
import { NotificationStatusBadge } from '@/app/dashboard/notifications/notification-status'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { ProgressReport } from '@/components/live/progress-report'
import { Alert } from '@/components/ui/alert'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/notifications/present-notification'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'

interface BatchProgressProps {
  shown: PresentedNotification
  locale: Locale
  messages: Messages
}

/** How far a notification is, the way to cancel it, and what came of it. */
export function BatchProgress({ shown, locale, messages }: BatchProgressProps) {
  const { detail } = messages.notificationPages
  const { status, total, delivered, failed, skipped } = shown
  const processed = delivered + failed + skipped
  const scheduled = status === 'scheduled'
  const running = status === 'running'
  return (
    <ProgressReport
      href={`${NOTIFICATIONS}/${shown.batch_id}`}
      locale={locale}
      texts={detail}
      status={<NotificationStatusBadge status={status} texts={messages.notificationPages} />}
      processed={processed}
      total={total}
      counts={[
        [detail.delivered, delivered],
        [detail.failed, failed],
        [detail.skipped, skipped],
        ...(!scheduled && !running && processed < total
          ? [[detail.notReached, total - processed] as const]
          : []),
      ]}
      underWay={running}
      finished={status === 'completed'}
      stop={
        scheduled || running ? (
          <ConfirmedForm
            action={cancelBatch}
            intent="cancel"
            button={detail.cancel}
            title={formatMessage(detail.cancelTitle, { title: shown.title })}
            text={scheduled ? detail.cancelScheduled : detail.cancelRunning}
            cancel={detail.keep}
            problemTexts={{ conflict: detail.conflict }}
            danger
            size="sm"
            locale={locale}
          />
        ) : null
      }
    >
      <Meaning shown={shown} texts={detail} />
    </ProgressReport>
  )
}

function Meaning({
  shown,
  texts,
}: {
  shown: PresentedNotification
  texts: Messages['notificationPages']['detail']
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
