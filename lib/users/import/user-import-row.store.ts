import { DISOWNED } from '@/lib/users/import/user-import.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { ImportRowData } from '@/lib/users/import/import-columns'
import type { InvalidRow } from '@/lib/users/import/validate-row'

/** Adds rows to an import that is still being received. */
export async function insertRows(
  db: Db,
  importId: string,
  rows: readonly ImportRowData[],
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO user_import_rows (import_id, row, email, data, column_name, value, code, detail)
    SELECT ${importId}::uuid, row, email, data, "column", value, code, detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given (row int, email text, data jsonb, "column" text, value text, code text, detail text)`
}

/** The rows after a row number, in order. */
export function listRowsAfter(db: Db, importId: string, by: { after: number; limit: number }) {
  return db.$queryRaw<ImportRowData[]>`
    SELECT row, email, data, column_name AS column, value, code, detail FROM user_import_rows
    WHERE import_id = ${importId}::uuid AND row > ${by.after}::int ORDER BY row LIMIT ${by.limit}::int`
}

/** The refused rows after a row number, in order. */
export function listRefusedRows(db: Db, importId: string, by: { after: number; limit: number }) {
  return db.$queryRaw<(ImportRowData & { code: string; detail: string })[]>`
    SELECT row, email, NULL AS data, column_name AS column, value, code, detail FROM user_import_rows
    WHERE import_id = ${importId}::uuid AND row > ${by.after}::int AND code IS NOT NULL
    ORDER BY row LIMIT ${by.limit}::int`
}

/** Marks rows as refused and deletes their data. */
export async function refuseRows(
  tx: Tx,
  importId: string,
  rows: readonly InvalidRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRaw`
    UPDATE user_import_rows r SET column_name = given.column, value = given.value, code = given.code, detail = given.detail, data = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given (row int, "column" text, value text, code text, detail text)
    WHERE r.import_id = ${importId}::uuid AND r.row = given.row`
}

/** Deletes rows that were imported. */
export async function deleteRows(tx: Tx, importId: string, rows: readonly number[]): Promise<void> {
  await tx.userImportRow.deleteMany({ where: { importId, row: { in: [...rows] } } })
}

/**
 * Deletes up to `limit` rows of an import that is not in progress and not a dry run that can still
 * be imported; `waiting` keeps the refused ones. Returns how many were deleted.
 */
export function deleteSomeRows(
  db: Db,
  importId: string,
  by: { waiting: boolean; limit: number },
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM user_import_rows WHERE import_id = ${importId}::uuid AND row IN (
      SELECT r.row FROM user_import_rows r JOIN user_imports i ON i.id = r.import_id
      WHERE r.import_id = ${importId}::uuid AND (r.code IS NULL OR NOT ${by.waiting})
        AND i.status NOT IN ('queued', 'running') AND i.rows_kept_until IS NULL
      LIMIT ${by.limit}::int)`
}

/** Whether an import has rows that were not refused. */
export async function hasWaitingRows(db: Db, importId: string): Promise<boolean> {
  const row = await db.userImportRow.findFirst({
    where: { importId, code: null },
    select: { row: true },
  })
  return row !== null
}

/** Finished imports that have kept the data of their rows longer than allowed. */
export async function listImportsToClear(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM user_imports i
    WHERE status IN ('completed', 'stopped') AND (rows_kept_until IS NULL OR rows_kept_until <= ${now}::timestamptz)
      AND EXISTS (SELECT FROM user_import_rows r WHERE r.import_id = i.id AND r.code IS NULL)
    LIMIT ${limit}::int`
  return rows.map(({ id }) => id)
}

/**
 * Removes the rows with these addresses from imports that began until `until`, after `since`, and
 * have ended or belonged to an erased user: from refused rows what they say, others entirely.
 * Import by import, because there is no index.
 */
export async function eraseRowsNaming(
  db: Db,
  { addresses, since, until }: { addresses: readonly string[]; since?: Date; until: Date },
): Promise<void> {
  const imports = await db.userImport.findMany({
    where: {
      createdAt: { lte: until, ...(since && { gt: since }) },
      OR: [{ status: { in: ['completed', 'stopped'] } }, DISOWNED],
    },
    select: { id: true },
  })
  for (const { id } of imports) {
    await db.$executeRaw`
      UPDATE user_import_rows SET email = NULL, value = NULL, data = NULL
      WHERE import_id = ${id}::uuid AND code IS NOT NULL AND lower(email) = ANY(${[...addresses]}::text[])`
    await db.$executeRaw`
      DELETE FROM user_import_rows
      WHERE import_id = ${id}::uuid AND code IS NULL AND lower(email) = ANY(${[...addresses]}::text[])`
  }
}
