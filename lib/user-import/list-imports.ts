import { db } from '@/lib/platform/db/database'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { findVisibleImport, visibleActor } from '@/lib/user-import/find-visible-import'
import { presentImport, type PresentedImport } from '@/lib/user-import/present-import'
import { listImportRows } from '@/lib/user-import/user-import.store'

/** One page of imports, newest first: one's own, with `users:list` everybody's. */
export async function listImports(
  principal: Principal,
  page: PageRequest,
): Promise<Outcome<{ imports: PresentedImport[]; nextCursor: string | null }>> {
  const actorId = visibleActor(principal)
  const listed = await listPageById('imports', page, (by) => listImportRows(db(), { actorId, ...by }))
  if (!listed.ok) return listed
  return { ok: true, imports: listed.rows.map(presentImport), nextCursor: listed.nextCursor }
}

/** An import and how far it is; `not_found` also for one of somebody else, without `users:list`. */
export async function getImport(
  principal: Principal,
  id: string,
): Promise<Outcome<{ import: PresentedImport }>> {
  const row = await findVisibleImport(principal, id)
  return row ? { ok: true, import: presentImport(row) } : refuse('not_found')
}
