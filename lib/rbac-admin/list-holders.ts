import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import type { Principal } from '@/lib/platform/request-context'
import { isKnownPermission, listHolderRows } from '@/lib/rbac-admin/explain.store'
import { presentPerson } from '@/lib/rbac-admin/present-person'

/** Somebody who can do it, and by which roles. */
export type Holder = ReturnType<typeof presentPerson> & { roles: string[] }

/**
 * One page of the active users who have a permission, newest first: who can do this. Nobody has a retired one; a name that
 * never was a permission is refused (`validation_failed`), so that a slip does not read as "nobody".
 */
export async function listHolders(
  actor: Principal,
  by: { permission: string; limit: number; cursor?: string | null | undefined },
): Promise<Outcome<{ holders: Holder[]; nextCursor: string | null }>> {
  if (by.cursor && !isId(by.cursor)) return refuseCursor()
  if (!(await isKnownPermission(db(), by.permission)))
    return refuse('validation_failed', { errors: [fieldError(['permission'], 'not_supported')] })
  const { permission, limit } = by
  const rows = await listHolderRows(db(), { permission, limit: limit + 1, beforeId: by.cursor ?? null })
  const shown = rows.slice(0, limit)
  return {
    ok: true,
    holders: shown.map((row) => ({ ...presentPerson(row, actor), roles: row.roles })),
    nextCursor: rows.length > limit ? shown.at(-1)!.id : null,
  }
}
