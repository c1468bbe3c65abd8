import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'

export const generateMetadata = pageMetadata('/dashboard/settings/policy')

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/policy')
  return <AreaPage name="policy" path="/dashboard/settings/policy" signedIn={signedIn} />
}
