import { Bot } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { BreakableText } from '@/components/ui/breakable-text'
import { mergeClassNames } from '@/components/ui/class-names'
import { isServiceAddress } from '@/lib/accounts/service-address'
import type { UserStatus } from '@/lib/platform/user-statuses'

interface AvatarProps {
  name: string
  /** The user's avatar, if any. */
  src?: string | null
  className?: string
}

/**
 * A user's avatar, or the initials of their name or address, in a circle. Decorative: the name
 * appears beside it or in a label.
 */
export function Avatar({ name, src = null, className }: AvatarProps) {
  if (src !== null)
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- small already, and only for who may see it
      <img
        src={src}
        alt=""
        loading="lazy"
        className={mergeClassNames(
          'inline-block size-7 shrink-0 rounded-full object-cover',
          className,
        )}
      />
    )
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return (
    <span
      aria-hidden
      className={mergeClassNames(
        'inline-grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent uppercase',
        className,
      )}
    >
      {letters.join('')}
    </span>
  )
}

/**
 * The avatar's URL for pages, which authenticate with a cookie where the API requires a token. Null
 * without an avatar.
 */
export function avatarSrc(user: { id: string; avatar_url: string | null }): string | null {
  return user.avatar_url && `/dashboard/avatars/${user.id}${new URL(user.avatar_url).search}`
}

interface PersonCellProps {
  name: string | null
  email: string
  /** The user's page, if the viewer may open it. */
  href: string | null
  /** The avatar, if it is shown. */
  avatar?: string | null
  /** Content beside the name. */
  children?: ReactNode
}

/**
 * A user in a table: the name above the address, which a service account doesn't have. Nothing is
 * truncated: a long one wraps.
 */
export function PersonCell({ name, email, href, avatar, children }: PersonCellProps) {
  const classes = 'block min-h-6 min-w-0 rounded-xs py-0.5 font-medium [overflow-wrap:anywhere]'
  const address = <BreakableText text={email} after="@." />
  const label = name ?? address
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        {avatar ? <Avatar name={name ?? email} src={avatar} className="size-6" /> : null}
        {href ? (
          <Link href={href} prefetch={false} className={`${classes} hover:underline`}>
            {label}
          </Link>
        ) : (
          <span className={classes}>{label}</span>
        )}
        {children}
      </span>
      {name && !isServiceAddress(email) ? (
        <span className="block text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
          {address}
        </span>
      ) : null}
    </>
  )
}

const TONES = {
  pending: 'warning',
  active: 'success',
  deactivated: 'neutral',
  deleted: 'danger',
} as const

interface UserStatusBadgeProps {
  status: UserStatus
  texts: Record<UserStatus, string>
  /** A more precise text, if the account waits for approval. */
  waiting?: string | null
}

/** The status of an account. */
export function UserStatusBadge({ status, texts, waiting = null }: UserStatusBadgeProps) {
  return <Badge tone={TONES[status]}>{waiting ?? texts[status]}</Badge>
}

/** Marks an account that is not a person's. */
export function ServiceBadge({ text }: { text: string }) {
  return (
    <Badge>
      <Bot aria-hidden />
      {text}
    </Badge>
  )
}
