'use client'

import { usePathname } from 'next/navigation'
import { currentPlace } from '@/components/layout/current-place'

/** Where the person is, in the words of the navigation. Nothing on a page that the navigation leads neither to nor above. */
export function Breadcrumb({ places }: { places: Record<string, { group: string | null; label: string }> }) {
  const place = places[currentPlace(usePathname(), Object.keys(places)) ?? '']
  if (!place) return null
  return (
    <p className="flex min-w-0 items-center gap-2 text-[0.8125rem] text-muted max-md:hidden">
      {place.group ? (
        <>
          <span className="truncate">{place.group}</span>
          <span aria-hidden className="text-line-strong">
            /
          </span>
        </>
      ) : null}
      <span className="truncate font-medium text-ink">{place.label}</span>
    </p>
  )
}
