import type { Db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { findGrantable } from '@/lib/rbac-admin/role.store'

/**
 * Why the names under `/permissions` of a body cannot be granted, or null. The body was held against the catalog of this
 * instance; a newer one may have retired a name meanwhile.
 */
export async function refuseUngrantable(db: Db, names: readonly string[]): Promise<Refusal | null> {
  const grantable = new Set(await findGrantable(db, names))
  const errors = names.flatMap((name, place) =>
    grantable.has(name) ? [] : [fieldError(['permissions', place], 'not_supported')],
  )
  return errors.length > 0 ? refuse('validation_failed', { errors }) : null
}
