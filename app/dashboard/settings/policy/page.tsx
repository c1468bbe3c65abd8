import { AreaPage } from '@/app/dashboard/settings/area-page'
import { definePage } from '@/lib/web/define-page'

const PATH = '/dashboard/settings/policy'

const page = definePage(PATH)

export const generateMetadata = page.metadata

export default page.render(({ principal, profile }) => (
  <AreaPage name="policy" path={PATH} principal={principal} profile={profile} />
))
