import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

/** Hides a column on narrow screens, where the first cell shows what matters of it. */
export const WIDE = 'max-md:hidden'

/** A table that scrolls horizontally on narrow screens. `label` names it for screen readers. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className={mergeClassNames('w-full border-collapse text-left', className)} {...rest} />
    </div>
  )
}

export function ColumnHeader({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={mergeClassNames(
        'border-b border-line bg-canvas px-4 py-2 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6',
        className,
      )}
      {...rest}
    />
  )
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      className={mergeClassNames(
        'border-b border-line px-4 py-2.5 align-middle first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6 [tr:last-child>&]:border-b-0',
        className,
      )}
      {...rest}
    />
  )
}

interface SortHeaderProps {
  label: string
  /** The list in the order that a click selects. */
  href: string
  /** The current sort direction; undefined if the list is not sorted by this column. */
  sorted?: 'ascending' | 'descending'
  className?: string
}

/** A column heading that sorts the list: a link, so that the order is part of the URL. */
export function SortHeader({ label, href, sorted, className }: SortHeaderProps) {
  const Icon =
    sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <ColumnHeader aria-sort={sorted ?? 'none'} className={className}>
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        className="-mx-1.5 inline-flex h-6 items-center gap-1 rounded-xs px-1.5 hover:text-ink [[aria-sort$=ending]>&]:text-ink"
      >
        {label}
        <Icon aria-hidden className="size-3.5 shrink-0" />
      </Link>
    </ColumnHeader>
  )
}
