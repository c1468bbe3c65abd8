import type { ReactNode } from 'react'
import { UntilDone } from '@/components/live/until-done'
import { Card, CardBody } from '@/components/ui/card'
import { ProgressBar } from '@/components/ui/progress-bar'
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
          <ProgressBar
            label={detail.progress}
            said={said}
            value={processed}
            max={total}
            finished={shown.status === 'completed'}
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
          <UntilDone href={`/dashboard/users/import/${shown.id}`} label={detail.refresh}>
            {stop}
          </UntilDone>
        ) : null}
        <div role="status" className="grid gap-4 empty:hidden">
          {underWay ? null : children}
        </div>
      </CardBody>
    </Card>
  )
}
