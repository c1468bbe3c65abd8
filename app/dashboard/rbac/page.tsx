import { redirect } from 'next/navigation'
import { requirePage } from '@/lib/web/page-request'

/** The folder of everything about roles leads to the roles. */
export default async function Page() {
  await requirePage('/dashboard/rbac')
  redirect('/dashboard/rbac/roles')
}
