import { hideOnRecord } from '@/lib/access/check-permission'
import { isStillAuthorizedForAll } from '@/lib/identity/still-authorized'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { ExportFormat, FileStream } from '@/lib/platform/export-file'
import { csvLines, jsonLines, listFile, readBatches } from '@/lib/platform/export-list'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'
import type { ImportColumn } from '@/lib/users/import/import-columns'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { listRefusedRows } from '@/lib/users/import/user-import-row.store'
import {
  findImport,
  listImportRows,
  type ReportedImport,
} from '@/lib/users/import/user-import.store'

/**
 * Whose imports an actor sees: everyone's (null) with `users:list`, because the reports contain
 * addresses, else only their own.
 */
function visibleActorId(principal: Principal): string | null {
  return can(principal, 'users:list') ? null : principal.userId
}

/**
 * Finds an import that the actor can see. Refuses `not_found` if it doesn't exist or is another
 * user's; audits the latter.
 */
export async function findVisibleImport(
  principal: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: ReportedImport }>> {
  const row = isId(id) ? await findImport(db(), id) : null
  if (!row) return refuse('not_found')
  const only = visibleActorId(principal)
  if (only !== null && row.actorId !== only) return hideOnRecord(principal, 'users:list', ctx)
  return { ok: true, import: row }
}

/** One page of imports, newest first: the actor's own, or everyone's with `users:list`. */
export async function listImports(
  principal: Principal,
  page: PageRequest,
): Promise<Outcome<{ imports: PresentedImport[]; nextCursor: string | null }>> {
  const actorId = visibleActorId(principal)
  const listed = await listPageById('imports', page, (by) =>
    listImportRows(db(), { actorId, ...by }),
  )
  if (!listed.ok) return listed
  return { ok: true, imports: listed.rows.map(presentImport), nextCursor: listed.nextCursor }
}

/**
 * An import and its progress. Refuses `not_found`, also for another user's import without
 * `users:list`.
 */
export async function getImport(
  principal: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(principal, id, ctx)
  return found.ok ? { ok: true, import: presentImport(found.import) } : found
}

const BATCH = 1000
const COLUMNS = ['row', 'email', 'column', 'value', 'code', 'detail'] as const

/** A refused row and the reason. Rows are counted from 1, without the header line. */
export interface RefusedRow {
  row: number
  email: string | null
  /** The column at fault; null when the whole row is. */
  column: ImportColumn | null
  /** The value in that column, shortened; null when it is not shown. */
  value: string | null
  code: string
  detail: string
}

/** The first refused rows of an import that the actor can see. */
export async function listFirstRefused(importId: string, limit: number): Promise<RefusedRow[]> {
  return (await listRefusedRows(db(), importId, { after: 0, limit })).map(present)
}

/**
 * Streams the refused rows of an import as a file; refuses `not_found` for an import that the actor
 * cannot see. When the actor loses the session or the permission meanwhile, no further batch is
 * sent: the stream throws, so that the file is visibly truncated.
 */
export async function exportRefusedRows(
  principal: Principal,
  { id, format }: { id: string; format: ExportFormat },
  ctx: RequestContext,
): Promise<Outcome<{ file: FileStream }>> {
  const found = await findVisibleImport(principal, id, ctx)
  if (!found.ok) return found
  const { id: importId, actorId } = found.import
  const own = actorId === principal.userId
  const needed = ['users:activate', ...(own ? [] : ['users:list' as const])] as const
  const lines =
    format === 'csv'
      ? csvLines(COLUMNS, (row: RefusedRow) => COLUMNS.map((column) => row[column]))
      : jsonLines(present)
  const file = await listFile(`refused-${importId}`, lines, {
    batches: readBatches<RefusedRow>(BATCH, (last) =>
      listRefusedRows(db(), importId, { after: last?.row ?? 0, limit: BATCH }),
    ),
    isAllowed: () => isStillAuthorizedForAll(principal, needed, now()),
  })
  return { ok: true, file }
}

function present({ row, email, column, value, code, detail }: RefusedRow): RefusedRow {
  return { row, email, column, value, code, detail }
}
