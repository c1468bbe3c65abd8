import type { Metadata } from 'next'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { NotFoundMessage } from '@/app/not-found-message'
import { PublicShell } from '@/components/layout/public-shells'
import { findSignedIn, requestedAddress } from '@/lib/web/page-request'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { HOME } from '@/lib/web/safe-redirect'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.pages.notFound.title }
}

/** For unknown URLs. Below /dashboard, signed-in users stay in its frame. */
export default async function NotFound() {
  const { locale, messages } = await pageLanguage()
  const inDashboard = (await requestedAddress()).startsWith(`${HOME}/`)
  const signedIn = inDashboard ? await findSignedIn() : null
  const message = <NotFoundMessage texts={messages.pages} />
  if (signedIn) return <DashboardFrame signedIn={signedIn}>{message}</DashboardFrame>
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      {message}
    </PublicShell>
  )
}
