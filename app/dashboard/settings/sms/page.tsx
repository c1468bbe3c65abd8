import { AreaPage } from '@/app/dashboard/settings/area-page'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/settings/sms')

export const generateMetadata = page.metadata

export default page.render((signedIn) => (
  <AreaPage name="notifications" path="/dashboard/settings/sms" signedIn={signedIn} />
))
