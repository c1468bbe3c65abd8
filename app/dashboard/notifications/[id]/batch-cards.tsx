import { cancelBatch } from '@/app/dashboard/notifications/[id]/actions'
import {
  describeAudience,
  listChannels,
  NotificationStatusBadge,
} from '@/app/dashboard/notifications/notification-parts'
import { ConfirmedForm } from '@/components/forms/page-form'
import { ProgressReport } from '@/components/live/progress-report'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader, Fact } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/messaging/notifications/present-notification'
import { pagePath } from '@/lib/web/page-address'

interface BatchProgressProps {
  shown: PresentedNotification
  locale: Locale
  messages: Messages
}

/** The progress of a notification, the button to cancel it, and its result. */
export function BatchProgress({ shown, locale, messages }: BatchProgressProps) {
  const { detail } = messages.notificationPages
  const { status, total, delivered, failed, skipped } = shown
  const processed = delivered + failed + skipped
  const scheduled = status === 'scheduled'
  const running = status === 'running'
  return (
    <ProgressReport
      href={pagePath('/dashboard/notifications/[id]', shown.batch_id)}
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
      {status === 'completed' && failed === 0 ? (
        <Alert tone="success">{texts.completed}</Alert>
      ) : null}
      {status === 'cancelled' ? <Alert>{texts.canceled}</Alert> : null}
      {status === 'failed' ? (
        <Alert tone="danger">
          {reasons[shown.stopped_because ?? ''] ?? texts.stopped.internal_error}
        </Alert>
      ) : null}
      {failed > 0 ? <Alert tone="warning">{texts.someFailed}</Alert> : null}
      {skipped > 0 ? <p className="text-[0.8125rem] text-muted">{texts.skippedMeaning}</p> : null}
    </>
  )
}

interface BatchFactsProps {
  shown: PresentedNotification
  /** Email address of the author, or a placeholder for a former user. */
  sender: string
  locale: Locale
  texts: Messages['notificationPages']
}

/** The recipients, channels, sender and time of a notification. */
export function BatchFacts({ shown, sender, locale, texts }: BatchFactsProps) {
  const { detail, columns } = texts
  const times: [string, string | null][] = [
    [detail.created, shown.created_at],
    [detail.sendAt, shown.send_at],
    [detail.started, shown.started_at],
    [detail.finished, shown.finished_at],
  ]
  return (
    <Card>
      <CardHeader title={detail.facts} />
      <CardBody>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <Fact term={columns.audience}>{describeAudience(shown.audience, locale, texts)}</Fact>
          <Fact term={columns.channels}>{listChannels(shown.channels, texts)}</Fact>
          <Fact term={detail.by}>
            <span className="break-words">{sender}</span>
          </Fact>
          {times.map(([term, at]) =>
            at ? (
              <Fact key={term} term={term}>
                <LocalTime at={at} locale={locale} />
              </Fact>
            ) : null,
          )}
        </dl>
      </CardBody>
    </Card>
  )
}

interface TextCountsProps {
  sms: NonNullable<PresentedNotification['sms']>
  locale: Locale
  texts: Messages['notificationPages']
}

/**
 * The delivery status of a notification's text messages: reports arrive after sending has finished.
 */
export function TextCounts({ sms, locale, texts }: TextCountsProps) {
  const { smsCounts, review } = texts
  const number = new Intl.NumberFormat(locale)
  const counts = ['queued', 'sent', 'delivered', 'failed', 'opted_out', 'skipped'] as const
  return (
    <Card>
      <CardHeader
        title={smsCounts.title}
        lead={formatCount(review.smsSegmentCount, sms.segments, locale)}
      />
      <CardBody>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {counts.map((name) => (
            <Fact key={name} term={smsCounts[name]}>
              {number.format(sms[name])}
            </Fact>
          ))}
        </dl>
        <p className="mt-4 text-[0.8125rem] text-muted">{smsCounts.meaning}</p>
      </CardBody>
    </Card>
  )
}
