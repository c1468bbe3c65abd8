import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { findImport, type ReportedImport } from '@/lib/user-import/user-import.store'

/** Whose imports somebody sees: everybody's (null) with `users:list`, because addresses are in the reports, else their own. */
export function visibleActor(principal: Principal): string | null {
  return can(principal, 'users:list') ? null : principal.userId
}

/** The import of that id if this person may know of it. */
export async function findVisibleImport(principal: Principal, id: string): Promise<ReportedImport | null> {
  const row = isId(id) ? await findImport(db(), id) : null
  const only = visibleActor(principal)
  return row && (only === null || row.actorId === only) ? row : null
}
