'use client'

import { clsx } from 'clsx'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/** A link of the contents. Closes the popover that the contents are on narrow screens. */
export function ContentsLink({
  href,
  current,
  small = false,
  children,
}: {
  href: string
  current: boolean
  small?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        const popover = event.currentTarget.closest<HTMLElement>('[popover]')
        if (popover?.matches(':popover-open')) popover.hidePopover()
      }}
      className={clsx(
        'flex min-h-7 items-center gap-2 rounded-md px-2.5 py-1 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink',
        small ? 'text-[0.8125rem]' : 'font-medium',
      )}
    >
      <span className="min-w-0">{children}</span>
      <LinkPending />
    </Link>
  )
}
