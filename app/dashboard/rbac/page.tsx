import { redirect } from 'next/navigation'
import { requirePage } from '@/lib/web/page-request'

/** Redirects to the list of roles. */
export default async function Page() {
  await requirePage('/dashboard/rbac')
  redirect('/dashboard/rbac/roles')
}
