import type { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { isKnownPermission, listHolderRows } from '@/lib/rbac-admin/explain.store'
import { presentPerson } from '@/lib/rbac-admin/present-person'
import type { holderResponse } from '@/lib/rbac-admin/role.answers'

/** A user with a permission, and the roles that grant it. */
export type Holder = z.output<typeof holderResponse>

/**
 * One page of the active users who have a permission, newest first: who can do this. Nobody has a retired one; a name that
 * never was a permission is refused (`validation_failed`), so that a slip does not read as "nobody".
 */
export async function listHolders(
  actor: Principal,
  { permission, ...page }: PageRequest & { permission: string },
): Promise<Outcome<{ holders: Holder[]; nextCursor: string | null }>> {
  if (!(await isKnownPermission(db(), permission)))
    return refuse('validation_failed', { errors: [fieldError(['permission'], 'not_supported')] })
  const listed = await listPageById('holders', page, (by) => listHolderRows(db(), { permission, ...by }))
  if (!listed.ok) return listed
  const holders = listed.rows.map((row) => ({ ...presentPerson(row, actor), roles: row.roles }))
  return { ok: true, holders, nextCursor: listed.nextCursor }
}
