import { cancelAction } from '@/app/dashboard/users/bulk/[id]/actions'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/bulk-draft'
import { BulkStatus } from '@/app/dashboard/users/bulk/bulk-labels'
import { ConfirmedForm } from '@/components/forms/page-form'
import { ProgressReport } from '@/components/live/progress-report'
import { Alert } from '@/components/ui/alert'
import { formatMessage } from '@/lib/i18n/format'
import { pagePath } from '@/lib/web/page-address'

/** The progress of a bulk action, the button to stop it, and its result. */
export function BulkProgress({ mayStop, ...view }: BulkViewProps & { mayStop: boolean }) {
  const { bulk, locale, messages } = view
  const texts = messages.bulkActions.progress
  const { total, changed, unchanged, refused, status } = bulk
  const processed = changed + unchanged + refused
  const underWay = status === 'queued' || status === 'running'
  return (
    <ProgressReport
      href={pagePath('/dashboard/users/bulk/[id]', bulk.id)}
      locale={locale}
      texts={{ ...texts, progress: texts.label }}
      status={<BulkStatus bulk={bulk} texts={messages.bulkActions} />}
      processed={processed}
      total={total}
      counts={[
        [texts.changed, changed],
        [texts.unchanged, unchanged],
        [texts.refused, refused],
        ...(status === 'stopped' ? [[texts.waiting, total - processed] as const] : []),
      ]}
      underWay={underWay}
      finished={status === 'completed'}
      stop={
        underWay && mayStop ? (
          <ConfirmedForm
            action={cancelAction}
            intent="cancel"
            button={texts.stop}
            title={texts.stopTitle}
            text={texts.stopText}
            cancel={messages.bulkActions.preview.cancel}
            problemTexts={{ conflict: texts.ended }}
            danger
            size="sm"
            locale={locale}
          />
        ) : null
      }
    >
      {underWay ? null : <Ending {...view} />}
    </ProgressReport>
  )
}

function Ending({ bulk, locale, messages }: BulkViewProps) {
  const { progress, stopped } = messages.bulkActions
  if (bulk.status !== 'stopped') {
    const total = new Intl.NumberFormat(locale).format(bulk.total)
    return <Alert tone="success">{formatMessage(progress.done, { total })}</Alert>
  }
  const reasons: Record<string, string> = stopped
  const because = bulk.stoppedBecause ?? ''
  return (
    <Alert tone={because === 'cancelled' ? 'warning' : 'danger'}>
      {reasons[because] ?? stopped.internal_error}
    </Alert>
  )
}
