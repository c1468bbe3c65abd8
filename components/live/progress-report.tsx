import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/live/auto-refresh'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { Counts, type LabeledCount, ProgressBar } from '@/components/ui/progress'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'

interface ProgressReportProps {
  /** The page's own address. */
  href: string
  locale: Locale
  /**
   * `of` says "{processed} of {total}"; `progress` names the bar; `refresh` is the link that loads
   * the page again.
   */
  texts: { of: string; progress: string; refresh: string }
  /** A badge. */
  status: ReactNode
  processed: number
  total: number
  counts: readonly LabeledCount[]
  /** While it is, the page refreshes itself: by script, or as a page that reloads. */
  underWay: boolean
  /** Shows the bar in the color of success. */
  finished: boolean
  /** How to end it early; null where that is not possible. */
  stop: ReactNode
  /** What there is to say about it, announced when it appears. */
  children: ReactNode
}

/** How far a background job is: a bar, its counts, and the way to stop it. */
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
            said={said}
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
        <div role="status" className="grid gap-4 empty:hidden">
          {children}
        </div>
        {underWay || !stop ? null : <div>{stop}</div>}
      </CardBody>
    </Card>
  )
}

interface UntilDoneProps {
  /** The page's own address. */
  href: string
  label: string
  /** What can be done about it meanwhile. */
  children?: ReactNode
}

/**
 * On a page that shows something under way: has it read itself anew, by script, or as a page that
 * reloads.
 */
export function PollUntilDone({ href, label, children }: UntilDoneProps) {
  return (
    <>
      <AutoRefresh />
      {/* Not at once: a question that is open closes with it. */}
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
