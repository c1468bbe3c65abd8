import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'

interface RowMenuProps {
  id: string
  /** Names the row: every row has such a button. */
  label: string
  /** The actions for the row. */
  children: ReactNode
  /** The confirmation dialogs that its items open (ConfirmPopover). */
  dialogs?: ReactNode
}

/**
 * The actions for one table row, behind a button at its end. A native popover: it opens without
 * JavaScript, beside its button in browsers that can position it there. It hides while one of its
 * dialogs is open.
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

/** A menu item that links to a page. */
export function RowMenuLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={mergeClassNames(itemClasses, className)} {...rest} />
}

/** A menu item that opens a confirmation: `asks` is the id of its popover. */
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
