'use client'

import { usePathname } from 'next/navigation'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { currentPlace } from '@/components/layout/current-place'
import { TextLink } from '@/components/ui/text-link'

type SetLeaf = (leaf: string | null) => void

const Leaf = createContext<string | null>(null)
const SetLeafOf = createContext<SetLeaf>(() => undefined)

/** Lets a page below a section of the navigation put its own name at the end of the breadcrumb. */
export function BreadcrumbProvider({ children }: { children: ReactNode }) {
  const [leaf, setLeaf] = useState<string | null>(null)
  return (
    <SetLeafOf value={setLeaf}>
      <Leaf value={leaf}>{children}</Leaf>
    </SetLeafOf>
  )
}

/** The name of the page that is shown. */
export function BreadcrumbLeaf({ title }: { title: string }) {
  const setLeaf = useContext(SetLeafOf)
  useEffect(() => {
    setLeaf(title)
    return () => setLeaf(null)
  }, [title, setLeaf])
  return null
}

/** Where the person is, in the words of the navigation. Empty on a page that the navigation leads neither to nor above. */
export function Breadcrumb({ places }: { places: Record<string, { group: string | null; label: string }> }) {
  const path = usePathname()
  const leaf = useContext(Leaf)
  const section = currentPlace(path, Object.keys(places)) ?? ''
  const place = places[section]
  if (!place) return null
  const below = path !== section && leaf
  return (
    <p className="flex min-w-0 items-center gap-2 text-[0.8125rem] text-muted max-md:hidden">
      {place.group ? (
        <>
          <span className="shrink-0">{place.group}</span>
          <Separator />
        </>
      ) : null}
      {below ? (
        <>
          <TextLink href={section} className="shrink-0 text-muted no-underline hover:text-ink">
            {place.label}
          </TextLink>
          <Separator />
          <span className="truncate font-medium text-ink">{leaf}</span>
        </>
      ) : (
        <span className="truncate font-medium text-ink">{place.label}</span>
      )}
    </p>
  )
}

function Separator() {
  return (
    <span aria-hidden className="text-line-strong">
      /
    </span>
  )
}
