import { Menu, X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { InboxBell } from '@/components/inbox/inbox-bell'
import { BrandName } from '@/components/layout/brand-mark'
import { CloseOnNavigation } from '@/components/layout/close-on-navigation'
import { DashboardNav } from '@/components/layout/dashboard-nav'
import { KeepFocus } from '@/components/layout/keep-focus'
import { NavScroller } from '@/components/layout/nav-scroller'
import { Breadcrumb, BreadcrumbProvider } from '@/components/layout/nav-links'
import { SkipLink } from '@/components/layout/page-header'
import { UserMenu } from '@/components/layout/user-menu'
import { LivePage } from '@/components/live/live-page'
import { NavigationChanges } from '@/components/live/navigation-changes'
import { ShellPalette } from '@/components/palette/shell-palette'
import { Toasts } from '@/components/toasts/toasts'
import { Button } from '@/components/ui/button'
import { DialogSurface } from '@/components/ui/dialog-surface'
import { brandedMessages } from '@/lib/brand/brand'
import type { NavigationPage } from '@/lib/http/pages/page-table'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PaletteAction } from '@/lib/web/page-links'
import type { Theme } from '@/lib/web/preferences'

interface DashboardShellProps {
  locale: Locale
  theme: Theme
  user: { id: string; email: string; name: string | null; avatar_url: string | null }
  /** The pages in the user's navigation. */
  pages: readonly NavigationPage[]
  /** The actions of the command palette, in addition to the account menu. */
  actions: readonly PaletteAction[]
  /** Whether the user may search for users. */
  canSearchUsers: boolean
  /**
   * The number of unread items in the user's inbox; null if the session may neither open the inbox
   * nor connect.
   */
  unreadCount: number | null
  /** The time of the page's request, in milliseconds. */
  shownAt: number
  children: ReactNode
}

/**
 * The frame of the dashboard: a sidebar with the navigation (a drawer on narrow screens) and a top
 * bar with the user menu.
 */
export function DashboardShell({
  locale,
  theme,
  user,
  pages,
  actions,
  canSearchUsers,
  unreadCount,
  shownAt,
  children,
}: DashboardShellProps) {
  const messages = brandedMessages(locale)
  const { inbox, shell } = messages
  const places = Object.fromEntries(
    pages.map(({ path, title, navigation: { group } }) => [
      path,
      { group: group === 'general' ? null : shell.groups[group], label: title(messages) },
    ]),
  )
  return (
    <div className="min-h-dvh lg:grid print:block lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink label={shell.skipToContent} />
      <aside className="print:hidden sticky top-0 h-dvh border-r border-line max-lg:hidden">
        <NavScroller>
          <HomeLink label={shell.home} className="mb-3 px-2.5" />
          <DashboardNav messages={messages} pages={pages} />
        </NavScroller>
      </aside>
      <BreadcrumbProvider>
        <div className="flex min-w-0 flex-col">
          <header
            data-sticky="top"
            className="print:hidden sticky top-0 z-10 flex h-14 items-center justify-between gap-3 border-b border-line bg-canvas/90 px-4 backdrop-blur-md sm:px-6"
          >
            <div className="flex min-w-0 items-center gap-2">
              <NavigationDrawer messages={messages} pages={pages} />
              <HomeLink label={shell.home} className="lg:hidden" />
              <Breadcrumb places={places} />
            </div>
            <div className="flex shrink-0 items-center gap-1 sm:gap-2">
              <ShellPalette
                locale={locale}
                theme={theme}
                pages={pages}
                actions={actions}
                canSearchUsers={canSearchUsers}
              />
              {unreadCount === null ? null : (
                <InboxBell
                  count={unreadCount}
                  locale={locale}
                  texts={{
                    title: inbox.title,
                    unreadCount: inbox.unreadCount,
                    announcement: inbox.announcement,
                  }}
                />
              )}
              <UserMenu locale={locale} theme={theme} user={user} />
            </div>
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 outline-none sm:px-6 lg:py-10"
          >
            {/* All pages begin at the same edge; only lists use the whole width. */}
            <div className="max-w-212 has-[[data-wide]]:max-w-none">{children}</div>
          </main>
          <KeepFocus />
        </div>
      </BreadcrumbProvider>
      {unreadCount === null ? null : (
        <LiveUpdates userId={user.id} pages={pages} locale={locale} shownAt={shownAt} />
      )}
    </div>
  )
}

function HomeLink({ label, className }: { label: string; className: string }) {
  return (
    <div className={`flex h-14 items-center ${className}`}>
      <Link
        href="/dashboard"
        prefetch={false}
        aria-label={label}
        className="inline-flex rounded-md"
      >
        <BrandName />
      </Link>
    </div>
  )
}

function NavigationDrawer({
  messages,
  pages,
}: {
  messages: Messages
  pages: readonly NavigationPage[]
}) {
  const { shell } = messages
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        popoverTarget="navigation"
        aria-label={shell.openNavigation}
        className="-ml-2 lg:hidden"
      >
        <Menu aria-hidden />
      </Button>
      <CloseOnNavigation popover="navigation" />
      <DialogSurface
        id="navigation"
        aria-label={shell.navigation}
        className="inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-canvas p-0 shadow-float outline-none backdrop:bg-shade open:animate-rise"
      >
        <NavScroller>
          <div className="mb-3 flex items-center justify-between">
            <HomeLink label={shell.home} className="px-2.5" />
            <Button
              variant="ghost"
              size="icon"
              popoverTarget="navigation"
              popoverTargetAction="hide"
              aria-label={shell.closeNavigation}
            >
              <X aria-hidden />
            </Button>
          </div>
          <DashboardNav messages={messages} pages={pages} />
        </NavScroller>
      </DialogSurface>
    </>
  )
}

interface LivePartsProps {
  userId: string
  /** The pages in the user's navigation. */
  pages: readonly NavigationPage[]
  locale: Locale
  /** The time of the page's request, in milliseconds. */
  shownAt: number
}

/**
 * Keeps the dashboard up to date while others make changes, and announces them. Does nothing
 * without JavaScript.
 */
function LiveUpdates({ userId, pages, locale, shownAt }: LivePartsProps) {
  const messages = brandedMessages(locale)
  const { gained, lost, dismiss } = messages.live
  const places = Object.fromEntries(pages.map(({ path, title }) => [path, title(messages)]))
  return (
    <>
      <Toasts dismissLabel={dismiss} />
      <LivePage shownAt={shownAt} />
      <NavigationChanges userId={userId} places={places} locale={locale} texts={{ gained, lost }} />
    </>
  )
}
