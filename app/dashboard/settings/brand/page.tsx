import type { Metadata } from 'next'
import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.settings.areas.brand.title }
}

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/brand')
  return <AreaPage name="brand" path="/dashboard/settings/brand" signedIn={signedIn} />
}
