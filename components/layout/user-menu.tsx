import { BookOpen, ChevronsUpDown, LogOut, User } from 'lucide-react'
import { signOut } from '@/app/auth/logout/actions'
import { BareForm } from '@/components/forms/bare-forms'
import { clientTexts } from '@/components/forms/page-form'
import { NavLink } from '@/components/layout/nav-links'
import { PreferenceRows } from '@/components/layout/preference-forms'
import { Button } from '@/components/ui/button'
import { Avatar, avatarSrc } from '@/components/users/person'
import { brandedMessages } from '@/lib/brand/brand'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/preferences'

interface UserMenuProps {
  locale: Locale
  theme: Theme
  user: { id: string; email: string; name: string | null; avatar_url: string | null }
}

/**
 * The signed-in user, their preferences and the sign-out button. A native popover: it opens and
 * closes without JavaScript.
 */
export function UserMenu({ locale, theme, user }: UserMenuProps) {
  const { account, shell } = brandedMessages(locale)
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={shell.accountMenu}
        className="flex h-9 items-center gap-2 rounded-lg pr-1.5 pl-1 text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <Avatar name={user.name ?? user.email} src={avatarSrc(user)} />
        <ChevronsUpDown aria-hidden className="size-3.5" />
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="inset-auto top-13 right-3 m-0 w-68 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line bg-surface p-0 shadow-float open:animate-rise sm:right-5"
      >
        <div className="flex items-center gap-3 px-4 py-3.5">
          <Avatar name={user.name ?? user.email} src={avatarSrc(user)} className="size-9 text-xs" />
          <div className="min-w-0">
            {user.name ? <p className="truncate font-medium">{user.name}</p> : null}
            <p className="truncate text-[0.8125rem] text-muted">{user.email}</p>
          </div>
        </div>
        <div className="border-t border-line p-1.5">
          <NavLink href="/dashboard/account">
            <User aria-hidden />
            {account.profile.title}
          </NavLink>
          <NavLink href="/docs">
            <BookOpen aria-hidden />
            {shell.apiReference}
          </NavLink>
        </div>
        <div className="border-t border-line px-4 py-3">
          <PreferenceRows locale={locale} theme={theme} />
        </div>
        <BareForm
          action={signOut}
          texts={clientTexts(locale)}
          className="border-t border-line p-1.5"
        >
          <Button
            type="submit"
            variant="ghost"
            size="menu"
            className="w-full justify-start! gap-2.5!"
          >
            <LogOut aria-hidden />
            {shell.signOut}
          </Button>
        </BareForm>
      </div>
    </>
  )
}
