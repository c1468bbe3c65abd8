import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import type { Activity } from '@/lib/activity/get-activity'
import { formatShortDay } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface ActivityTableProps {
  activity: Activity
  locale: Locale
  texts: Messages['activity']
}

/** What the charts show, in numbers, newest first. */
export function ActivityTable({ activity: { kinds, points, unit }, locale, texts }: ActivityTableProps) {
  const numbers = new Intl.NumberFormat(locale)
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Table label={texts.title}>
        <thead>
          <tr>
            <ColumnHeader>{texts.columns[unit]}</ColumnHeader>
            {kinds.map((of) => (
              <ColumnHeader key={of} className="text-right">
                {texts.charts[of]}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {points.toReversed().map((point) => (
            <tr key={point.at.toISOString()}>
              <Cell className="py-1.5 whitespace-nowrap">
                <time dateTime={point.at.toISOString()}>
                  {formatShortDay(point.at, locale, { hour: unit === 'hour' })}
                </time>
              </Cell>
              {kinds.map((of) => (
                <Cell key={of} className="py-1.5 text-right">
                  {point[of] === null ? (
                    <span className="text-muted">{texts.notMeasured}</span>
                  ) : (
                    numbers.format(point[of])
                  )}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
