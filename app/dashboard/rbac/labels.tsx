import { Lock } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { TextLink } from '@/components/ui/links'
import type { PresentedRole } from '@/lib/access/present-role'
import { isServiceAddress } from '@/lib/accounts/service-address'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import { pagePath } from '@/lib/web/page-address'

/**
 * The translated description of a permission; nothing for one that only another version of the
 * service knows.
 */
export function describePermission(name: string, { permissions }: Messages): string {
  return ownValue(permissions.meanings, name) ?? ''
}

interface PersonLinkProps {
  person: { id: string; email: string | null; name: string | null }
  /** Whether the reader may open user pages. */
  link: boolean
}

/** A user by name and email address, or by id if the reader may not see more. */
export function PersonLink({ person, link }: PersonLinkProps) {
  const { id, name, email } = person
  const label = name ?? email ?? id
  return (
    <span className="min-w-0 break-words">
      {link ? (
        <TextLink
          alone
          href={pagePath('/dashboard/users/[id]', id)}
          className="max-w-full wrap-anywhere"
        >
          {label}
        </TextLink>
      ) : (
        <span
          className={label === id ? 'font-mono text-xs break-all' : 'font-medium wrap-anywhere'}
        >
          {label}
        </span>
      )}
      {name && email && !isServiceAddress(email) ? (
        <span className="block text-[0.8125rem] wrap-anywhere text-muted">{email}</span>
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

/** The user list, filtered by role. */
export function usersWithRole(name: string): string {
  return `/dashboard/users?${new URLSearchParams({ role: name }).toString()}`
}

interface UserCountProps {
  role: PresentedRole
  /** Whether the reader may see the user list. */
  link: boolean
  /** Only the number, for use under a heading that names what it counts. */
  short?: boolean
  locale: Locale
  texts: Messages['roles']
}

/** The number of users with a role. Links to them if there are any and the reader may see them. */
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
