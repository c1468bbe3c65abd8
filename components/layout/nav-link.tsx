'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { currentPlace } from '@/components/layout/current-place'
import { LinkPending } from '@/components/ui/link-pending'

interface NavLinkProps {
  href: string
  /** All that the navigation leads to; without it the line is current on its own page alone. */
  places?: readonly string[]
  children: ReactNode
}

/**
 * One line of the navigation. It knows whether it leads to where the person is or to the page above that, and closes the
 * drawer it may lie in.
 */
export function NavLink({ href, places = [], children }: NavLinkProps) {
  const path = usePathname()
  const current = path === href ? 'page' : currentPlace(path, places) === href ? 'true' : undefined
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
