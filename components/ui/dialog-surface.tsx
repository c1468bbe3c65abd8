'use client'

import type { ComponentProps, ToggleEvent } from 'react'

/**
 * The element of a PopoverDialog. It takes the focus when it opens, so that screen readers announce
 * its title and text, and returns the focus when it closes.
 */
export function DialogSurface(props: Omit<ComponentProps<'div'>, 'popover'>) {
  return (
    <div
      {...props}
      // React renders the attribute only on the server; a dialog created later needs it, too.
      ref={(element) => element?.setAttribute('autofocus', '')}
      autoFocus
      tabIndex={-1}
      popover="auto"
      role="dialog"
      onToggle={returnFocus}
    />
  )
}

/** Browsers return the focus themselves, except from a dialog that another popover opened. */
function returnFocus({ currentTarget: dialog, newState }: ToggleEvent<HTMLElement>) {
  const { activeElement, body } = document
  // A hidden element loses the focus only when the browser renders next.
  const isLost = activeElement === body || dialog.contains(activeElement)
  if (newState !== 'closed' || !isLost) return
  for (const opener of document.querySelectorAll<HTMLElement>(`[popovertarget="${dialog.id}"]`))
    if (!dialog.contains(opener)) opener.focus({ preventScroll: true })
}
