import type { Locale } from '@/lib/i18n/locale'

/** How many users came, or would come, to which end. */
export function Counts({
  counts,
  locale,
}: {
  counts: readonly (readonly [string, number])[]
  locale: Locale
}) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {counts.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {new Intl.NumberFormat(locale).format(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
