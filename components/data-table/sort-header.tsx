import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import Link from 'next/link'
import { ColumnHeader } from '@/components/ui/table'

interface SortHeaderProps {
  label: string
  /** Where the list stands in the order that a click makes. */
  href: string
  /** How the list is sorted by this column; absent when it is not. */
  sorted?: 'ascending' | 'descending'
  className?: string
}

/** A column's heading that sorts the list by it: a link, so that the order has an address. */
export function SortHeader({ label, href, sorted, className }: SortHeaderProps) {
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown
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
