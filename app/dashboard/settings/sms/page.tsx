import type { Metadata } from 'next'
import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.settings.areas.notifications.title }
}

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/sms')
  return <AreaPage name="notifications" path="/dashboard/settings/sms" signedIn={signedIn} />
}
