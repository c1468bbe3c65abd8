'use client'

import { usePathname } from 'next/navigation'

/** Where the person is, in the words of the navigation. Nothing on a page that the navigation does not know. */
export function Breadcrumb({ places }: { places: Record<string, { group: string | null; label: string }> }) {
  const place = places[usePathname()]
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
