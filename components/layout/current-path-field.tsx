'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useHydrated } from '@/components/ui/use-hydrated'

/**
 * The hidden field that tells a form elsewhere which page to come back to. `asked` is the address as it was asked for: in the server's
 * HTML the router only knows the page that answers, which is another where one is refused or missing.
 */
export function CurrentPathField({ asked }: { asked: string }) {
  const path = usePathname()
  const query = useSearchParams().toString()
  const here = query ? `${path}?${query}` : path
  return <input type="hidden" name="next" value={useHydrated() ? here : asked} />
}
