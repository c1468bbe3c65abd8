import type { Db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { findRolesByName } from '@/lib/users-admin/user-roles.store'

/** The ids of the roles that a request names under `/roles`; refuses what no role is called, by its place in the list. */
export async function findNamedRoles(
  db: Db,
  names: readonly string[],
): Promise<Outcome<{ roleIds: string[] }>> {
  const roles = await findRolesByName(db, names)
  const errors = roles.flatMap((role, place) =>
    role ? [] : [fieldError(['roles', String(place)], 'not_supported')],
  )
  if (errors.length > 0) return refuse('validation_failed', { errors })
  return { ok: true, roleIds: [...new Set(roles.map((role) => role!.id))] }
}
