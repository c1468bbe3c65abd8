import { redirect } from 'next/navigation'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/rbac')

/** Redirects to the list of roles. */
export default page.render(async () => {
  redirect('/dashboard/rbac/roles')
})
