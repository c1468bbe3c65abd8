import { clsx } from 'clsx'
import type { Locale } from '@/lib/i18n/locale'

interface ProgressBarProps {
  label: string
  /** The same as text. */
  valueText: string
  value: number
  max: number
  /** Shows success, in the success color. */
  finished?: boolean
}

/** The progress of a job, as a native progress bar. Zero of zero counts as complete. */
export function ProgressBar({ label, valueText, value, max, finished = false }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={valueText}
      value={max === 0 ? 1 : value}
      max={max || 1}
      className={clsx(
        'h-2 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:transition-all',
        finished
          ? '[&::-moz-progress-bar]:bg-success [&::-webkit-progress-value]:bg-success'
          : '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
      )}
    />
  )
}

export type LabeledCount = readonly [label: string, value: number]

/** A row of numbers, each below its label. */
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
