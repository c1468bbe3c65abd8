import { AreaPage } from '@/app/dashboard/settings/area-page'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'

export const generateMetadata = pageMetadata('/dashboard/settings/mail')

export default async function Page() {
  const signedIn = await requirePage('/dashboard/settings/mail')
  return <AreaPage name="mail" path="/dashboard/settings/mail" signedIn={signedIn} />
}
