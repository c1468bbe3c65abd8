import { AreaPage } from '@/app/dashboard/settings/area-page'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/settings/mail')

export const generateMetadata = page.metadata

export default page.render((signedIn) => (
  <AreaPage name="mail" path="/dashboard/settings/mail" signedIn={signedIn} />
))
