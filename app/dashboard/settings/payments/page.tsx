import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'

export const generateMetadata = pageMetadata('/dashboard/settings/payments')

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/payments')
  return <AreaPage name="payments" path="/dashboard/settings/payments" signedIn={signedIn} />
}
