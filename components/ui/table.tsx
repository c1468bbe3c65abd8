import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

/** A table that scrolls inside itself where the screen is narrow. `label` names it for those who do not see it. */
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

/** A column's heading. */
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

/** A cell. */
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
