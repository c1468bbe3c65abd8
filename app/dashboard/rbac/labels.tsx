import { Lock } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { TextLink } from '@/components/ui/links'
import type { PresentedRole } from '@/lib/access/present-role'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/**
 * What a permission allows, in the reader's words; nothing for one that only another version of the
 * service knows.
 */
export function describePermission(name: string, { permissions }: Messages): string {
  const { meanings } = permissions
  return Object.hasOwn(meanings, name) ? meanings[name as keyof typeof meanings] : ''
}

interface PersonLinkProps {
  person: { id: string; email: string | null; name: string | null }
  /** Whether the reader may open pages of users. */
  link: boolean
}

/** Somebody by e-mail address and name; by id to who may not know more. */
export function PersonLink({ person, link }: PersonLinkProps) {
  const label = person.email ?? person.id
  return (
    <span className="min-w-0 break-words">
      {link ? (
        <TextLink alone href={`/dashboard/users/${person.id}`} className="max-w-full break-all">
          {label}
        </TextLink>
      ) : (
        <span className={person.email ? 'font-medium break-all' : 'font-mono text-xs break-all'}>
          {label}
        </span>
      )}
      {person.name ? (
        <span className="block text-[0.8125rem] text-muted">{person.name}</span>
      ) : null}
    </span>
  )
}

/** Marks a role that cannot be changed. */
export function SystemBadge({ texts }: { texts: Messages['roles'] }) {
  return (
    <Badge>
      <Lock aria-hidden />
      {texts.system}
    </Badge>
  )
}

/** The list of users, narrowed to those with a role. */
export function usersWithRole(name: string): string {
  return `/dashboard/users?${new URLSearchParams({ role: name }).toString()}`
}

interface UserCountProps {
  role: PresentedRole
  /** Whether the reader may see the list of users. */
  link: boolean
  /** Only the number, where a heading says of what. */
  short?: boolean
  locale: Locale
  texts: Messages['roles']
}

/** How many users have a role; leads to them where there are some and the reader may see them. */
export function UserCount({ role, link, short = false, locale, texts }: UserCountProps) {
  const count = formatCount(texts.userCount, role.user_count, locale)
  const shown = short ? new Intl.NumberFormat(locale).format(role.user_count) : count
  if (!link || role.user_count === 0) return shown
  return (
    <TextLink
      alone
      href={usersWithRole(role.name)}
      aria-label={count}
      className="whitespace-nowrap"
    >
      {shown}
    </TextLink>
  )
}
