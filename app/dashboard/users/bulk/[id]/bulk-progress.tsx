import type { ReactNode } from 'react'
import { Counts } from '@/app/dashboard/users/bulk/[id]/counts'
import { StopBulk } from '@/app/dashboard/users/bulk/[id]/stop-bulk'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/view-props'
import { BulkStatus } from '@/app/dashboard/users/bulk/bulk-status'
import { UntilDone } from '@/components/live/until-done'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatMessage } from '@/lib/i18n/format-message'

/** How far a bulk action is. While it is under way the page reads itself anew: by script, or as a page that reloads. */
export function BulkProgress({ mayStop, ...view }: BulkViewProps & { mayStop: boolean }) {
  const { bulk, locale, messages } = view
  const texts = messages.bulkActions.progress
  const { total, changed, unchanged, refused, status } = bulk
  const processed = changed + unchanged + refused
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const said = formatMessage(texts.of, { processed: number(processed), total: number(total) })
  const underWay = status === 'queued' || status === 'running'
  return (
    <Card>
      <CardBody className="grid gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="tabular-nums">{said}</p>
            <BulkStatus bulk={bulk} texts={messages.bulkActions} />
          </div>
          <ProgressBar label={texts.label} said={said} value={processed} max={total} />
        </div>
        <Counts
          locale={locale}
          counts={[
            [texts.changed, changed],
            [texts.unchanged, unchanged],
            [texts.refused, refused],
            ...(status === 'stopped' ? [[texts.waiting, total - processed] as const] : []),
          ]}
        />
        {underWay ? (
          <UntilDone href={`/dashboard/users/bulk/${bulk.id}`} label={texts.refresh}>
            {mayStop ? <StopBulk {...view} /> : null}
          </UntilDone>
        ) : null}
        <div role="status" className="empty:hidden">
          {underWay ? null : <End {...view}>{formatMessage(texts.done, { total: number(total) })}</End>}
        </div>
      </CardBody>
    </Card>
  )
}

/** How it ended; `children` says that it came to its end. */
function End({ bulk, messages, children }: BulkViewProps & { children: ReactNode }) {
  if (bulk.status !== 'stopped') return <Alert tone="success">{children}</Alert>
  const reasons: Record<string, string> = messages.bulkActions.stopped
  const because = bulk.stoppedBecause ?? ''
  return (
    <Alert tone={because === 'cancelled' ? 'warning' : 'danger'}>
      {reasons[because] ?? reasons.internal_error}
    </Alert>
  )
}
