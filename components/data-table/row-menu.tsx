import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'

interface RowMenuProps {
  id: string
  /** Names the row: there is one such button in each. */
  label: string
  /** What can be done with the row. */
  children: ReactNode
  /** The questions that its lines open (ConfirmPopover). */
  dialogs?: ReactNode
}

/**
 * What can be done with one row of a table, behind a button at its end. The browser's own popover:
 * it opens without JavaScript, beside its button where the browser can place it. It steps back
 * while one of its questions is asked.
 */
export function RowMenu({ id, label, children, dialogs }: RowMenuProps) {
  return (
    <div className="group/menu">
      <Button variant="ghost" size="iconSm" popoverTarget={id} aria-label={label} className="-my-1">
        <Ellipsis aria-hidden />
      </Button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="inset-auto m-0 my-1 min-w-48 rounded-lg border border-line bg-surface p-1 text-left shadow-float [position-area:bottom_span-left] [position-try-fallbacks:flip-block] open:animate-rise group-has-[[role=dialog]:popover-open]/menu:invisible"
      >
        {children}
      </div>
      {dialogs}
    </div>
  )
}

const itemClasses =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0'

/** A line of a row's menu that leads somewhere. */
export function RowMenuLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={mergeClassNames(itemClasses, className)} {...rest} />
}

/** A line of a row's menu that asks a question first: `asks` is the id of its popover. */
export function RowMenuButton({
  asks,
  danger = false,
  children,
}: {
  asks: string
  danger?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      popoverTarget={asks}
      className={mergeClassNames(itemClasses, danger && 'text-danger hover:bg-danger-soft')}
    >
      {children}
    </button>
  )
}
