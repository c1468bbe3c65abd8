'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Calls `onChange` when another page is shown, or the same with another query. */
export function useAddressChange(onChange: () => void): void {
  const address = `${usePathname()}?${useSearchParams()}`
  const previous = useRef(address)
  useEffect(() => {
    if (previous.current === address) return
    previous.current = address
    onChange()
  }, [address, onChange])
}
