import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { findPersonRow } from '@/lib/rbac-admin/explain.store'
import { presentPerson } from '@/lib/rbac-admin/present-person'

/** Whom an id means, as far as `actor` may know it; null when there is no such user. */
export async function findPerson(
  actor: Principal,
  userId: string,
): Promise<ReturnType<typeof presentPerson> | null> {
  const row = isId(userId) ? await findPersonRow(db(), userId) : null
  return row && presentPerson(row, actor)
}
