import { LivePage } from '@/components/live/live-page'
import { PlaceChanges } from '@/components/live/place-changes'
import { Toasts } from '@/components/toasts/toasts'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { DashboardRoute } from '@/lib/web/dashboard-route'

interface LivePartsProps {
  userId: string
  /** The routes of the navigation that the person may see. */
  routes: readonly DashboardRoute[]
  locale: Locale
  /** The moment that the page shows, in milliseconds. */
  shownAt: number
}

/** What keeps the dashboard true while others change things, and says so. Without JavaScript it is nothing. */
export function LiveParts({ userId, routes, locale, shownAt }: LivePartsProps) {
  const { live, shell } = brandedMessages(locale)
  const { gained, lost, dismiss } = live
  const places = Object.fromEntries(routes.map(({ path, label }) => [path, shell.navigationItems[label]]))
  return (
    <>
      <Toasts dismissLabel={dismiss} />
      <LivePage shownAt={shownAt} />
      <PlaceChanges userId={userId} places={places} locale={locale} texts={{ gained, lost }} />
    </>
  )
}
