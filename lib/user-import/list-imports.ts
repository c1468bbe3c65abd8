import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import type { Principal } from '@/lib/platform/request-context'
import { findVisibleImport, visibleActor } from '@/lib/user-import/find-visible-import'
import { presentImport, type PresentedImport } from '@/lib/user-import/present-import'
import { listImportRows } from '@/lib/user-import/user-import.store'

/** One page of imports, newest first: one's own, with `users:list` everybody's. `cursor` is what the page before returned. */
export async function listImports(
  principal: Principal,
  page: { limit: number; cursor?: string | null | undefined },
): Promise<Outcome<{ imports: PresentedImport[]; nextCursor: string | null }>> {
  if (page.cursor && !isId(page.cursor)) return refuseCursor()
  const by = { actorId: visibleActor(principal), limit: page.limit + 1, beforeId: page.cursor ?? null }
  const rows = await listImportRows(db(), by)
  const shown = rows.slice(0, page.limit)
  const nextCursor = rows.length > page.limit ? shown.at(-1)!.id : null
  return { ok: true, imports: shown.map(presentImport), nextCursor }
}

/** An import and how far it is; `not_found` also for one of somebody else, without `users:list`. */
export async function getImport(
  principal: Principal,
  id: string,
): Promise<Outcome<{ import: PresentedImport }>> {
  const row = await findVisibleImport(principal, id)
  return row ? { ok: true, import: presentImport(row) } : refuse('not_found')
}
