import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

interface ConfirmPopoverProps {
  id: string
  /** Names the object. */
  title: string
  /** Names the consequence. */
  text: string
  cancel: string
  /** The form that does it. */
  children: ReactNode
}

/**
 * The second step before something is lost: opened by a button with `popoverTarget={id}`, closed by Escape, a click
 * elsewhere or Cancel. It is the browser's own popover, so it works without JavaScript.
 */
export function ConfirmPopover({ id, title, text, cancel, children }: ConfirmPopoverProps) {
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-0 text-left whitespace-normal shadow-float backdrop:bg-shade open:animate-rise"
    >
      <div className="p-5 sm:p-6">
        <h2 id={`${id}-title`} className="text-base font-semibold tracking-tight">
          {title}
        </h2>
        <p id={`${id}-text`} className="mt-1.5 text-muted">
          {text}
        </p>
      </div>
      <div className="flex flex-wrap-reverse justify-end gap-2 border-t border-line bg-canvas px-5 py-3 sm:px-6">
        <Button variant="outline" popoverTarget={id} popoverTargetAction="hide">
          {cancel}
        </Button>
        {children}
      </div>
    </div>
  )
}
