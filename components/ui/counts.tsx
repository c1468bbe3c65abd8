import type { Locale } from '@/lib/i18n/locale'

export type LabeledCount = readonly [label: string, value: number]

/** A row of numbers, each below what it counts. */
export function Counts({ counts, locale }: { counts: readonly LabeledCount[]; locale: Locale }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {counts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {new Intl.NumberFormat(locale).format(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
