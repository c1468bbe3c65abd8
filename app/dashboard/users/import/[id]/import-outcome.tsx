import { changeImport } from '@/app/dashboard/users/import/[id]/actions'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { Alert } from '@/components/ui/alert'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface ImportOutcomeProps {
  shown: PresentedImport
  locale: Locale
  messages: Messages
  at: Date
}

/** How a finished import ended, and what can be done now. */
export function ImportOutcome({ shown, locale, messages, at }: ImportOutcomeProps) {
  const { detail } = messages.userImport
  if (shown.status === 'stopped')
    return (
      <Alert tone={shown.stopped_because === 'cancelled' ? 'warning' : 'danger'}>
        {reasonOf(shown, detail.stopped)}
      </Alert>
    )
  if (!shown.dry_run)
    return shown.created > 0 ? (
      <Alert tone="success">{detail.done}</Alert>
    ) : (
      <Alert tone="warning">{detail.doneNothing}</Alert>
    )
  if (shown.created === 0) return <Alert tone="warning">{detail.allRefused}</Alert>
  const until = shown.runnable_until === null ? null : new Date(shown.runnable_until)
  if (!until || until <= at) return <Alert tone="warning">{detail.conflict}</Alert>
  const runNow = formatCount(detail.runNow, shown.created, locale)
  return (
    <>
      <Alert tone={shown.refused > 0 ? 'warning' : 'success'}>
        <p>{shown.refused > 0 ? formatCount(detail.someRefused, shown.refused, locale) : detail.clean}</p>
        <p className="text-[0.8125rem] text-muted">
          {formatMessage(detail.keptUntil, { time: formatInstant(until, locale) })}
        </p>
      </Alert>
      <div>
        <ConfirmedForm
          action={changeImport}
          intent="run"
          button={runNow}
          variant="primary"
          title={formatCount(detail.runTitle, shown.created, locale)}
          text={
            shown.refused > 0
              ? `${detail.runText} ${formatCount(detail.runRefused, shown.refused, locale)}`
              : detail.runText
          }
          cancel={detail.cancel}
          problemTexts={{ conflict: detail.conflict }}
          locale={locale}
        />
      </div>
    </>
  )
}

function reasonOf({ stopped_because: because }: PresentedImport, reasons: Record<string, string>): string {
  return reasons[because ?? ''] ?? reasons.internal_error!
}
