import type { Metadata } from 'next'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { NotFoundMessage } from '@/app/not-found-message'
import { PublicShell } from '@/components/layout/public-shell'
import { askedAddress } from '@/lib/web/asked-address'
import { pageLanguage } from '@/lib/web/page-language'
import { findSignedIn } from '@/lib/web/require-page'
import { HOME } from '@/lib/web/safe-redirect'
import { webTheme } from '@/lib/web/web-theme'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.pages.notFound.title }
}

/** For addresses that no page has. Below /dashboard, people who are signed in stay in its frame. */
export default async function NotFound() {
  const { locale, messages } = await pageLanguage()
  const inDashboard = (await askedAddress()).startsWith(`${HOME}/`)
  const signedIn = inDashboard ? await findSignedIn() : null
  const message = <NotFoundMessage texts={messages.pages} />
  if (signedIn) return <DashboardFrame signedIn={signedIn}>{message}</DashboardFrame>
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      {message}
    </PublicShell>
  )
}
