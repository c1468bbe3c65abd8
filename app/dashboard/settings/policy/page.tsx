import type { Metadata } from 'next'
import { AreaPage } from '@/app/dashboard/settings/area-page'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.settings.areas.policy.title }
}

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/policy')
  return <AreaPage name="policy" path="/dashboard/settings/policy" signedIn={signedIn} />
}
