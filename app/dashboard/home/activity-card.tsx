import Link from 'next/link'
import { ColumnChart } from '@/components/charts/column-chart'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { Disclosure } from '@/components/ui/popover'
import type { Activity, ActivityKind, ActivityRange } from '@/lib/audit/activity'
import { formatMessage, formatShortDay } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress } from '@/lib/web/audit-query'

interface CardProps {
  activity: Activity
  range: ActivityRange
  /** Whether the viewer may see failed sign-ins in the audit trail. */
  mayOpenTrail: boolean
  locale: Locale
  texts: Messages['activity']
}

const tones = {
  signUps: 'neutral',
  signIns: 'accent',
  signInFailures: 'danger',
  activeSessions: 'success',
} as const

/**
 * Sign-ups, sign-ins, failed sign-ins and active sessions over time. Works the same without
 * JavaScript.
 */
export function ActivityCard({ activity, range, mayOpenTrail, locale, texts }: CardProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 pr-5 sm:pr-6">
        <CardHeader title={texts.title} lead={texts.lead} />
        <Ranges range={range} texts={texts} />
      </div>
      {activity.known ? (
        <CardBody>
          <div className="grid gap-x-6 gap-y-8 sm:grid-cols-2 xl:has-[>:nth-child(3)]:grid-cols-4">
            {activity.kinds.map((kind) => (
              <Chart
                key={kind}
                of={kind}
                activity={activity}
                trail={
                  mayOpenTrail && kind === 'signInFailures'
                    ? failuresSince(activity.points[0]!.at, texts)
                    : []
                }
                locale={locale}
                texts={texts}
              />
            ))}
          </div>
          <div className="mt-6">
            <Disclosure label={texts.table}>
              <ActivityTable activity={activity} locale={locale} texts={texts} />
            </Disclosure>
          </div>
        </CardBody>
      ) : (
        <CardBody className="py-12 text-center">
          <p className="font-medium">{texts.emptyTitle}</p>
          <p className="mt-1 text-muted">{texts.emptyText}</p>
        </CardBody>
      )}
    </Card>
  )
}

/**
 * The audit records that failed sign-ins are counted from, since the start of the range (in UTC, in
 * the format of that page's own field). The trail filters by one action at a time.
 */
function failuresSince(from: Date, texts: CardProps['texts']): TrailLink[] {
  const addressOf = (action: string) =>
    auditAddress({ action, from: from.toISOString().slice(0, 16) })
  return [
    { href: addressOf('session.refused'), label: texts.refusedSignIns },
    { href: addressOf('mfa.code_refused'), label: texts.refusedCodes },
  ]
}

function Ranges({ range, texts }: Pick<CardProps, 'range' | 'texts'>) {
  return (
    <nav
      aria-label={texts.range}
      className="mt-4 ml-5 inline-flex rounded-lg border border-line bg-subtle p-0.5 sm:ml-6 md:ml-0"
    >
      {(['24h', '30d'] as const).map((value) => (
        <Link
          key={value}
          href={value === '24h' ? '/dashboard' : `/dashboard?range=${value}`}
          prefetch={false}
          scroll={false}
          aria-current={value === range ? 'true' : undefined}
          className="inline-grid h-7 place-items-center rounded-md px-2.5 text-xs font-medium text-muted transition-colors hover:text-ink aria-[current]:bg-thumb aria-[current]:text-ink aria-[current]:shadow-control"
        >
          {texts.ranges[value]}
        </Link>
      ))}
    </nav>
  )
}

interface TrailLink {
  href: string
  label: string
}

interface ChartProps {
  activity: Activity
  of: ActivityKind
  /** The audit records behind the chart. */
  trail: TrailLink[]
  locale: Locale
  texts: Messages['activity']
}

function Chart({ activity: { points, unit }, of, trail, locale, texts }: ChartProps) {
  const numbers = new Intl.NumberFormat(locale)
  const isLevel = of === 'activeSessions'
  const timeOf = (at: Date) => formatShortDay(at, locale, { hour: unit === 'hour' })
  const values = points.map((point) => point[of])
  const total = isLevel
    ? (values.findLast((value) => value !== null) ?? 0)
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const count = numbers.format(Math.max(0, ...values.map((value) => value ?? 0)))
  const most = formatMessage(isLevel ? texts.highest : texts.most[unit], { count })
  const [from, to] = [timeOf(points[0]!.at), timeOf(points.at(-1)!.at)]
  const title = texts.charts[of]
  return (
    <figure className="min-w-0">
      <figcaption>
        <span className="block text-[0.8125rem] text-muted">{title}</span>
        <span className="mt-0.5 flex items-baseline justify-between gap-2">
          <span className="text-2xl font-semibold tracking-tight tabular-nums">
            {numbers.format(total)}
          </span>
          <span className="text-xs text-muted">{most}</span>
        </span>
      </figcaption>
      <div className="mt-3">
        <ColumnChart
          id={`activity-${of}`}
          title={title}
          summary={formatMessage(isLevel ? texts.levelSummary : texts.summary, {
            ...{ title, from, to, most },
            total: numbers.format(total),
          })}
          shape={isLevel ? 'level' : 'columns'}
          tone={tones[of]}
          points={points.map((point) => ({
            value: point[of],
            text: point[of] === null ? texts.notMeasured : numbers.format(point[of]),
            time: timeOf(point.at),
          }))}
        />
      </div>
      <p aria-hidden className="mt-1.5 flex justify-between text-xs text-muted tabular-nums">
        <span>{from}</span>
        <span>{to}</span>
      </p>
      <p className="mt-1 text-xs text-muted">{texts.notes[of]}</p>
      {trail.length > 0 ? (
        <p className="flex flex-wrap gap-x-4">
          {trail.map(({ href, label }) => (
            <TextLink key={href} alone href={href} className="text-xs">
              {label}
            </TextLink>
          ))}
        </p>
      ) : null}
    </figure>
  )
}

interface ActivityTableProps {
  activity: Activity
  locale: Locale
  texts: Messages['activity']
}

/** The numbers behind the charts, newest first. */
function ActivityTable({ activity: { kinds, points, unit }, locale, texts }: ActivityTableProps) {
  const numbers = new Intl.NumberFormat(locale)
  return (
    <div className="min-w-0 overflow-clip rounded-lg border border-line">
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
