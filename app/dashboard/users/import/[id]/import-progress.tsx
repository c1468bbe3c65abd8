import type { ReactNode } from 'react'
import { AutoRefresh } from '@/app/dashboard/users/import/[id]/auto-refresh'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface ImportProgressProps {
  shown: PresentedImport
  locale: Locale
  texts: Messages['userImport']
  /** How far it is, in a word. */
  status: ReactNode
  /** How to end it before its end. */
  stop: ReactNode
  /** What came of it. */
  children: ReactNode
}

const BAR =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-all'

/** How far an import is, in numbers. While it is under way the page reads itself anew: by script, or as a page that reloads. */
export function ImportProgress({ shown, locale, texts, status, stop, children }: ImportProgressProps) {
  const { detail, columns } = texts
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const underWay = shown.status === 'queued' || shown.status === 'running'
  const { processed, total } = shown
  const said = formatMessage(detail.of, { processed: number(processed), total: number(total) })
  const counts: [string, number][] = [
    [shown.dry_run ? detail.wouldCreate : columns.created, shown.created],
    [columns.refused, shown.refused],
    ...(shown.status === 'stopped' ? [[detail.notReached, total - processed] as [string, number]] : []),
  ]
  return (
    <Card>
      <CardBody className="grid gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="tabular-nums">{said}</p>
            {status}
          </div>
          <progress
            role="progressbar"
            aria-label={detail.progress}
            aria-valuetext={said}
            value={processed}
            max={total}
            className={BAR}
          />
        </div>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {counts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-[0.8125rem] text-muted">{label}</dt>
              <dd className="text-2xl font-semibold tracking-tight tabular-nums">{number(value)}</dd>
            </div>
          ))}
        </dl>
        {underWay ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <AutoRefresh />
            {/* Not at once: a question that is open closes with it. */}
            <noscript>
              <meta httpEquiv="refresh" content="6" />
            </noscript>
            <TextLink alone href={`/dashboard/users/import/${shown.id}`}>
              {detail.refresh}
            </TextLink>
            {stop}
          </div>
        ) : null}
        <div role="status" className="grid gap-4 empty:hidden">
          {underWay ? null : children}
        </div>
      </CardBody>
    </Card>
  )
}
