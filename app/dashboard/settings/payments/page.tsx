import { AreaPage } from '@/app/dashboard/settings/area-page'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/settings/payments')

export const generateMetadata = page.metadata

export default page.render((signedIn) => (
  <AreaPage name="payments" path="/dashboard/settings/payments" signedIn={signedIn} />
))
