'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, type ReactNode } from 'react'
import { holdFocus } from '@/components/ui/hold-focus'

interface DrawerPanelProps {
  closeHref: string
  /** The id of its heading. */
  labelledBy: string
  children: ReactNode
}

/** What stays usable beside an open panel: it does not cover toasts. */
const OPERABLE = '[data-shade], [data-toasts]'

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
    const release = panel.current && holdFocus(panel.current, OPERABLE)
    return () => {
      release?.()
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
