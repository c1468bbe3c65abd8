import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClasses, type ButtonVariant } from '@/components/ui/button'
import { DialogSurface } from '@/components/ui/dialog-surface'

interface DisclosureProps {
  label: string
  variant?: ButtonVariant
  /** Whether it starts open, because a form inside was refused. */
  open?: boolean
  children: ReactNode
}

/** Content hidden behind a button. A native element, so it works without JavaScript. */
export function Disclosure({
  label,
  variant = 'outline',
  open = false,
  children,
}: DisclosureProps) {
  return (
    // If the user opened it before hydration, it stays open: the browser's state is right, not the
    // server's.
    <details open={open} suppressHydrationWarning className="group">
      <summary className={buttonClasses({ variant })}>
        {label}
        <ChevronDown aria-hidden className="-mr-1 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-5">{children}</div>
    </details>
  )
}

interface PopoverDialogProps {
  id: string
  /** Names the object. */
  title: string
  /** Names the consequence. */
  text: string
  children: ReactNode
}

/**
 * A dialog on top of the page: opened by a button with `popoverTarget={id}`, closed by Escape or a
 * click outside. A native popover, so it works without JavaScript.
 */
export function PopoverDialog({ id, title, text, children }: PopoverDialogProps) {
  return (
    <DialogSurface
      id={id}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-0 text-left whitespace-normal shadow-float backdrop:bg-shade focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:outline-muted open:animate-rise"
    >
      <div className="p-5 sm:p-6">
        <h2 id={`${id}-title`} className="text-base font-semibold tracking-tight wrap-anywhere">
          {title}
        </h2>
        <p id={`${id}-text`} className="mt-1.5 wrap-anywhere text-muted">
          {text}
        </p>
      </div>
      {children}
    </DialogSurface>
  )
}

/** The footer of a dialog: the cancel button and `children`, which continue. */
export function PopoverFooter({
  id,
  cancel,
  children,
}: {
  id: string
  cancel: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap-reverse justify-end gap-2 border-t border-line bg-canvas px-5 py-3 sm:px-6">
      <Button variant="outline" popoverTarget={id} popoverTargetAction="hide">
        {cancel}
      </Button>
      {children}
    </div>
  )
}

/** The confirmation of a destructive action; `children` is the form that performs it. */
export function ConfirmPopover({
  cancel,
  children,
  ...about
}: PopoverDialogProps & { cancel: string }) {
  return (
    <PopoverDialog {...about}>
      <PopoverFooter id={about.id} cancel={cancel}>
        {children}
      </PopoverFooter>
    </PopoverDialog>
  )
}
