import { db } from '@/lib/platform/db/database'
import { hasActiveAdmin } from '@/lib/rbac/assign-role.store'

/** Whether the service has nobody to administer it yet: somebody has to open the link that its start printed. */
export async function awaitsFirstAdministrator(): Promise<boolean> {
  return !(await hasActiveAdmin(db()))
}
