'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The scrolling frame of the navigation. Shows the current entry when a page or the drawer opens,
 * and fades at the bottom while more follows.
 */
export function NavScroller({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const path = usePathname()
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const show = () => showCurrent(current)
    show()
    const drawer = current.closest('[popover]')
    drawer?.addEventListener('toggle', show)
    return () => drawer?.removeEventListener('toggle', show)
  }, [path])
  return (
    <div ref={frame} className="h-full scroll-pb-12 overflow-y-auto px-3">
      {children}
      {/* Sticks to the bottom edge, and at the end of the list covers nothing. */}
      <div
        aria-hidden
        className="pointer-events-none sticky bottom-0 h-12 bg-linear-to-t from-canvas to-transparent"
      />
    </div>
  )
}

/** Not `scrollIntoView`, which may scroll the page as well. */
function showCurrent(frame: HTMLElement): void {
  const entry = frame.querySelector('[aria-current]')?.getBoundingClientRect()
  const { top, bottom, height } = frame.getBoundingClientRect()
  if (!entry || height === 0) return
  const isVisible = entry.top >= top && entry.bottom <= bottom - 48
  if (!isVisible) frame.scrollTop += entry.top - top - (height - entry.height) / 2
}
