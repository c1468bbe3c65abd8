import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import { presentRole, type PresentedRole } from '@/lib/rbac-admin/present-role'
import { listRoleRows } from '@/lib/rbac-admin/role.store'

/** One page of all roles, newest first. `cursor` is what the page before returned. */
export async function listRoles(page: {
  limit: number
  cursor?: string | null | undefined
}): Promise<Outcome<{ roles: PresentedRole[]; nextCursor: string | null }>> {
  if (page.cursor && !isId(page.cursor)) return refuseCursor()
  const rows = await listRoleRows(db(), { limit: page.limit + 1, beforeId: page.cursor ?? null })
  const shown = rows.slice(0, page.limit)
  const nextCursor = rows.length > page.limit ? shown.at(-1)!.id : null
  return { ok: true, roles: shown.map(presentRole), nextCursor }
}
