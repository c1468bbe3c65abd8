'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { LinkPending } from '@/components/ui/link-pending'
import { TextLink } from '@/components/ui/links'
import { HOME } from '@/lib/web/safe-redirect'

interface NavLinkProps {
  href: string
  /** All paths of the navigation; without them, the link is current only on its own page. */
  places?: readonly string[]
  children: ReactNode
}

/**
 * A navigation link. Marks itself as current on its own page and the pages below it, and closes the
 * drawer it is in.
 */
export function NavLink({ href, places = [], children }: NavLinkProps) {
  const path = usePathname()
  const current =
    path === href ? 'page' : findCurrentPath(path, places) === href ? 'true' : undefined
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {children}
      <LinkPending />
    </Link>
  )
}

type SetLeaf = (leaf: string | null) => void

const Leaf = createContext<string | null>(null)
const SetLeafOf = createContext<SetLeaf>(() => undefined)

/** Lets a page below a navigation section add its own name at the end of the breadcrumb. */
export function BreadcrumbProvider({ children }: { children: ReactNode }) {
  const [leaf, setLeaf] = useState<string | null>(null)
  return (
    <SetLeafOf value={setLeaf}>
      <Leaf value={leaf}>{children}</Leaf>
    </SetLeafOf>
  )
}

/** The name of the current page. */
export function BreadcrumbLeaf({ title }: { title: string }) {
  const setLeaf = useContext(SetLeafOf)
  useEffect(() => {
    setLeaf(title)
    return () => setLeaf(null)
  }, [title, setLeaf])
  return null
}

/**
 * The path to the current page in the navigation. Empty for pages that are neither in nor below the
 * navigation.
 */
export function Breadcrumb({
  places,
}: {
  places: Record<string, { group: string | null; label: string }>
}) {
  const path = usePathname()
  const leaf = useContext(Leaf)
  const section = findCurrentPath(path, Object.keys(places)) ?? ''
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

/**
 * The navigation entry that a path belongs to: the path itself, otherwise the nearest entry above
 * it. Home is above everything, so it only matches itself. Null if there is none.
 */
export function findCurrentPath(path: string, places: readonly string[]): string | null {
  const above = places.filter(
    (place) => place === path || (place !== HOME && path.startsWith(`${place}/`)),
  )
  return above.reduce<string | null>(
    (best, place) => (place.length > (best?.length ?? 0) ? place : best),
    null,
  )
}
