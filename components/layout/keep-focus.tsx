'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the content of the page if the link that was followed has disappeared, such as
 * a pager's or one that clears filters. Otherwise keyboard users would start again at the top.
 */
export function KeepFocus() {
  const address = `${usePathname()}?${useSearchParams()}`
  const previous = useRef(address)
  useEffect(() => {
    if (previous.current === address) return
    previous.current = address
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [address])
  return null
}
