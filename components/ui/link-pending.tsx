'use client'

import { useLinkStatus } from 'next/link'

/**
 * Inside a link: a bar along the top of the window while the linked page loads, if that takes a
 * moment.
 */
export function LinkPending() {
  const { pending } = useLinkStatus()
  return pending ? (
    <span
      aria-hidden
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-page-load bg-accent print:hidden"
    />
  ) : null
}
