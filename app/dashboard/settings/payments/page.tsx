import type { Metadata } from 'next'
import { AreaPage } from '@/app/dashboard/settings/area-page'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.settings.areas.payments.title }
}

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/payments')
  return <AreaPage name="payments" path="/dashboard/settings/payments" signedIn={signedIn} />
}
