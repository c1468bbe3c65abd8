'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** The hidden field that tells a form elsewhere which page to come back to. */
export function CurrentPathField() {
  const path = usePathname()
  const query = useSearchParams().toString()
  return <input type="hidden" name="next" value={query ? `${path}?${query}` : path} />
}
