import type { ReactNode } from 'react'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { BoundedCount } from '@/lib/platform/bounded-count'

interface ListBarProps {
  total: BoundedCount
  /** "{count} users". */
  texts: { one: string; other: string }
  locale: Locale
  /** What stands before the count: the views of the list. */
  children?: ReactNode
  /** What stands behind it. */
  after?: ReactNode
}

/** The line above a list: which view it is and how many rows the view has. A new count is announced. */
export function ListBar({ total, texts, locale, children, after }: ListBarProps) {
  return (
    <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {after}
        <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
          {formatCount(texts, total.count, locale, total.more)}
        </p>
      </div>
    </div>
  )
}
