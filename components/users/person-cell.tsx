import Link from 'next/link'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar'

interface PersonCellProps {
  name: string | null
  email: string
  /** The person's own page, where the viewer may open it. */
  href: string | null
  /** Their picture, where it is shown. */
  avatar?: string | null
  /** What stands beside the name. */
  children?: ReactNode
}

/** Somebody in a table: the name over the address. Nothing is cut off: a long one takes several lines. */
export function PersonCell({ name, email, href, avatar, children }: PersonCellProps) {
  const classes = 'block min-h-6 min-w-0 rounded-xs py-0.5 font-medium [overflow-wrap:anywhere]'
  const label = name ?? email
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        {avatar ? <Avatar name={label} src={avatar} className="size-6" /> : null}
        {href ? (
          <Link href={href} prefetch={false} className={`${classes} hover:underline`}>
            {label}
          </Link>
        ) : (
          <span className={classes}>{label}</span>
        )}
        {children}
      </span>
      {name ? (
        <span className="block text-[0.8125rem] [overflow-wrap:anywhere] text-muted">{email}</span>
      ) : null}
    </>
  )
}
