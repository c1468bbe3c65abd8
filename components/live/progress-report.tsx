import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/live/auto-refresh'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { Counts, type LabeledCount, ProgressBar } from '@/components/ui/progress'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'

interface ProgressReportProps {
  /** The page's own URL. */
  href: string
  locale: Locale
  /**
   * `of` is "{processed} of {total}"; `progress` labels the bar; `refresh` is the link that reloads
   * the page.
   */
  texts: { of: string; progress: string; refresh: string }
  /** A badge. */
  status: ReactNode
  processed: number
  total: number
  counts: readonly LabeledCount[]
  /** While true, the page refreshes itself: by script, or by a meta refresh. */
  underWay: boolean
  /** Shows the bar in the success color. */
  finished: boolean
  /** The button to stop the job; null if it cannot be stopped. */
  stop: ReactNode
  /** Messages about the job, announced when they appear. */
  children: ReactNode
}

/** The progress of a background job: a bar, its counts, and the button to stop it. */
export function ProgressReport({
  href,
  locale,
  texts,
  status,
  stop,
  children,
  ...job
}: ProgressReportProps) {
  const { processed, total, counts, underWay, finished } = job
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const said = formatMessage(texts.of, { processed: number(processed), total: number(total) })
  return (
    <Card>
      <CardBody className="grid gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="tabular-nums">{said}</p>
            {status}
          </div>
          <ProgressBar
            label={texts.progress}
            valueText={said}
            value={processed}
            max={total}
            finished={finished}
          />
        </div>
        <Counts counts={counts} locale={locale} />
        {underWay ? (
          <PollUntilDone href={href} label={texts.refresh}>
            {stop}
          </PollUntilDone>
        ) : null}
        <LiveRegion role="status" className="grid gap-4">
          {children}
        </LiveRegion>
        {underWay || !stop ? null : <div>{stop}</div>}
      </CardBody>
    </Card>
  )
}

interface UntilDoneProps {
  /** The page's own URL. */
  href: string
  label: string
  /** Actions available in the meantime. */
  children?: ReactNode
}

/** Refreshes a page that shows a running job: by script, or by a meta refresh. */
export function PollUntilDone({ href, label, children }: UntilDoneProps) {
  return (
    <>
      <AutoRefresh everyMs={1500} />
      {/* Delayed, because a reload closes an open dialog. */}
      <noscript>
        <meta httpEquiv="refresh" content="6" />
      </noscript>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TextLink alone href={href}>
          {label}
        </TextLink>
        {children}
      </div>
    </>
  )
}
