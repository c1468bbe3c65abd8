import { TextLink } from '@/components/ui/text-link'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'

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
    <TextLink alone href={usersWithRole(role.name)} aria-label={count} className="whitespace-nowrap">
      {shown}
    </TextLink>
  )
}
