'use client'

import { useAddressChange } from '@/components/layout/use-address-change'

/**
 * Closes a popover when another page is shown, for example with the browser's Back button.
 * Otherwise it would cover the new page and hold the focus that a dialog of that page needs.
 */
export function CloseOnNavigation({ popover }: { popover: string }) {
  useAddressChange(() => document.getElementById(popover)?.hidePopover())
  return null
}
