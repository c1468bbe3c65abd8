import { startRun, stopRun } from '@/app/dashboard/users/import/[id]/actions'
import { DryRunContents } from '@/app/dashboard/users/import/[id]/dry-run-contents'
import { ImportStatus } from '@/app/dashboard/users/import/recent-imports'
import { ConfirmedForm } from '@/components/forms/page-form'
import { ProgressReport } from '@/components/live/progress-report'
import { Alert } from '@/components/ui/alert'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/users/import/present-import'
import type { DryRunReview } from '@/lib/users/import/review-dry-run'
import { pagePath } from '@/lib/web/page-address'

interface ImportProgressProps {
  shown: PresentedImport
  /** Null unless it is a dry run. */
  review: DryRunReview | null
  locale: Locale
  messages: Messages
  at: Date
}

/** The progress of an import, the button to stop it, and its result. */
export function ImportProgress(props: ImportProgressProps) {
  const { shown, locale, messages } = props
  const { detail, columns } = messages.userImport
  const { status, processed, total, created, refused } = shown
  const underWay = status === 'queued' || status === 'running'
  return (
    <ProgressReport
      href={pagePath('/dashboard/users/import/[id]', shown.id)}
      locale={locale}
      texts={detail}
      status={<ImportStatus status={status} texts={messages.userImport} />}
      processed={processed}
      total={total}
      counts={[
        [shown.dry_run ? detail.wouldCreate : columns.created, created],
        [columns.refused, refused],
        ...(status === 'stopped' ? [[detail.notReached, total - processed] as const] : []),
      ]}
      underWay={underWay}
      finished={status === 'completed'}
      stop={
        underWay ? (
          <ConfirmedForm
            action={stopRun}
            intent="cancel"
            button={detail.stop}
            title={detail.stopTitle}
            text={shown.dry_run ? detail.stopDryText : detail.stopText}
            cancel={detail.cancel}
            problemTexts={{ conflict: detail.ended }}
            danger
            size="sm"
            locale={locale}
          />
        ) : null
      }
    >
      {underWay ? null : <ImportOutcome {...props} />}
    </ProgressReport>
  )
}

/** The result of a finished import and the next steps. */
function ImportOutcome({ shown, review, locale, messages, at }: ImportProgressProps) {
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
        <p>
          {shown.refused > 0
            ? formatCount(detail.someRefused, shown.refused, locale)
            : detail.clean}
        </p>
        <p className="text-[0.8125rem] text-muted">
          <TextWithTime text={detail.keptUntil} at={until.toISOString()} locale={locale} />
        </p>
      </Alert>
      {review ? (
        <DryRunContents
          shown={shown}
          review={review}
          locale={locale}
          texts={messages.userImport.contents}
        />
      ) : null}
      <div>
        <ConfirmedForm
          action={startRun}
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

function reasonOf(
  { stopped_because: because }: PresentedImport,
  reasons: Record<string, string>,
): string {
  return reasons[because ?? ''] ?? reasons.internal_error!
}
