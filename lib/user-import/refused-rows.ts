import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { csvLine } from '@/lib/platform/csv-line'
import { begun, fileStream, type ExportFormat, type FileStream } from '@/lib/platform/file-stream'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { stillHolds } from '@/lib/sessions/still-holds'
import type { ImportColumn } from '@/lib/user-import/import-columns'
import { findVisibleImport } from '@/lib/user-import/find-visible-import'
import { listRefusedRows } from '@/lib/user-import/user-import-row.store'

const BATCH = 1000
const COLUMNS = ['row', 'email', 'column', 'value', 'code', 'detail'] as const

/** A row that was refused, and why. Rows are counted from 1, without the header line. */
export interface RefusedRow {
  row: number
  email: string | null
  /** The column that it was refused for; null where it is the whole row. */
  column: ImportColumn | null
  /** What it has there, cut short; null where that is not shown. */
  value: string | null
  code: string
  detail: string
}

/** The first refused rows of an import that the person may see. */
export async function listFirstRefused(importId: string, limit: number): Promise<RefusedRow[]> {
  return (await listRefusedRows(db(), importId, { after: 0, limit })).map(present)
}

/**
 * The refused rows of an import as a file, made as it is read; `not_found` for an import that the person may not know of. Whoever loses
 * the session or the permission meanwhile gets no further batch: the stream then throws, so that the file is seen to be cut.
 */
export async function exportRefusedRows(
  principal: Principal,
  { id, format }: { id: string; format: ExportFormat },
): Promise<Outcome<{ file: FileStream }>> {
  const found = await findVisibleImport(principal, id)
  if (!found) return refuse('not_found')
  const chunks = await begun(linesOf(found.id, format, principal))
  return { ok: true, file: fileStream(`refused-${found.id}`, format, chunks) }
}

async function* linesOf(
  importId: string,
  format: ExportFormat,
  principal: Principal,
): AsyncGenerator<string> {
  const line = (row: RefusedRow) =>
    format === 'csv' ? csvLine(COLUMNS.map((column) => row[column])) : `${JSON.stringify(row)}\n`
  let lead = format === 'csv' ? csvLine(COLUMNS) : ''
  let after = 0
  for (;;) {
    if (!(await stillHolds(principal, 'users:activate', now())))
      throw new RefusedError(refuse('session_revoked'))
    const rows = await listRefusedRows(db(), importId, { after, limit: BATCH })
    yield lead + rows.map((row) => line(present(row))).join('')
    if (rows.length < BATCH) return
    lead = ''
    after = rows.at(-1)!.row
  }
}

function present({ row, email, column, value, code, detail }: RefusedRow): RefusedRow {
  return { row, email, column, value, code, detail }
}
