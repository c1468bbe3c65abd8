import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'

export const generateMetadata = pageMetadata('/dashboard/settings/sms')

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/sms')
  return <AreaPage name="notifications" path="/dashboard/settings/sms" signedIn={signedIn} />
}
