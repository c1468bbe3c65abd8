'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** One line of the navigation. It knows whether it leads to where the person is, and closes the drawer it may lie in. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const current = usePathname() === href
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {children}
    </Link>
  )
}
