import { AreaPage } from '@/app/dashboard/settings/area-page'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/settings/policy')

export const generateMetadata = page.metadata

export default page.render((signedIn) => (
  <AreaPage name="policy" path="/dashboard/settings/policy" signedIn={signedIn} />
))
