'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, type ReactNode } from 'react'

interface DrawerPanelProps {
  closeHref: string
  /** The id of its heading. */
  labelledBy: string
  children: ReactNode
}

/** What stays usable beside an open panel, and what announces messages to screen readers. */
const OPERABLE = '[data-shade], [data-toasts], [data-announces], next-route-announcer'

/**
 * Makes the rest of the page inert: the header and the navigation, which the panel covers. Returns a
 * function that undoes it.
 */
function disableOutside(panel: HTMLElement): () => void {
  const disabled: HTMLElement[] = []
  for (let node = panel; node !== document.body && node.parentElement; node = node.parentElement)
    for (const other of node.parentElement.children)
      if (
        other !== node &&
        other instanceof HTMLElement &&
        !other.inert &&
        !other.matches(OPERABLE)
      )
        disabled.push(other)
  for (const element of disabled) element.inert = true
  return () => disabled.forEach((element) => (element.inert = false))
}

/**
 * The panel beside a list: takes the focus when it opens, closes on Escape, and returns the focus
 * to the link that opened it.
 */
export function DrawerPanel({ closeHref, labelledBy, children }: DrawerPanelProps) {
  const router = useRouter()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opened = location.pathname + location.search
    panel.current?.focus()
    const enableOutside = panel.current && disableOutside(panel.current)
    return () => {
      enableOutside?.()
      const openers = [...document.querySelectorAll<HTMLElement>('main a[href]')]
      openers.find((link) => link.getAttribute('href') === opened)?.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Anything on top of it, such as the command palette or a dialog, closes first.
      const covered =
        event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open')
      if (event.key === 'Escape' && !covered) router.push(closeHref, { scroll: false })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [closeHref, router])
  return (
    <div
      ref={panel}
      role="dialog"
      aria-modal
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-30 w-full max-w-md overflow-y-auto border-l border-line bg-surface shadow-float outline-none"
    >
      {children}
    </div>
  )
}
