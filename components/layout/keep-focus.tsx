'use client'

import { useAddressChange } from '@/components/layout/use-address-change'

/**
 * Moves the focus to the content of the page if the link that was followed has disappeared, such as
 * a pager's or one that clears filters. Otherwise keyboard users would start again at the top.
 */
export function KeepFocus() {
  useAddressChange(() => {
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  })
  return null
}
