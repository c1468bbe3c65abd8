import { randomBytes } from 'node:crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { sha256 } from '@/lib/platform/crypto'

/** What a test enters everywhere and later looks for. */
export const MARK = `quokka${randomBytes(6).toString('hex')}`
export const MARKED_NAME = `${MARK} Name`
export const MARKED_PHONE = `+1555${String(randomBytes(4).readUInt32BE()).padStart(10, '7')}`
export const MARKED_IP = `2001:db8:${randomBytes(2).toString('hex')}:7::9`
export const MARKED_ADDRESSES = [`${MARK}@old.example`, `${MARK}@new.example`]

/** Every form in which a marked value could be stored: as such, in hex, in base64, and hashed. */
export function traces(): string[] {
  const bytes = Buffer.from(MARK)
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return text.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6))
  })
  const digests = MARKED_ADDRESSES.flatMap((email) =>
    [email, `email\n${email}`].map((text) => sha256(text)),
  )
  return [
    MARK,
    bytes.toString('hex'),
    Buffer.from(MARK.toUpperCase()).toString('hex'),
    ...inBase64,
    ...digests.flatMap((digest) => [digest.toString('hex'), digest.toString('base64')]),
    MARKED_PHONE.slice(1),
    Buffer.from(MARKED_PHONE.slice(1)).toString('hex'),
    MARKED_IP,
    Buffer.from(MARKED_IP).toString('hex'),
  ].map((text) => text.toLowerCase())
}

/** Which traces a text contains, in any case. */
export function tracesIn(text: string): string[] {
  const lower = text.toLowerCase()
  return traces().filter((trace) => lower.includes(trace))
}

interface Column {
  table: string
  name: string
  type: string
  element: string
  required: boolean
}

/** The columns of all tables that can contain text: text, JSON, bytes, and lists of text. */
export async function listTextColumns(): Promise<Column[]> {
  return (await listColumns()).filter(
    ({ type, element }) => ['text', 'jsonb', 'bytea'].includes(type) || element === '_text',
  )
}

function listColumns(): Promise<Column[]> {
  return db().$queryRaw`
    SELECT c.table_name::text AS table, column_name::text AS name, data_type::text AS type, udt_name::text AS element,
      is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AS required
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND is_generated = 'NEVER'
      AND c.table_name NOT LIKE 'audit_records_%' AND c.table_name <> '_prisma_migrations'
    ORDER BY 1, ordinal_position`
}

/** Whether a column contains a marked value in any row. */
export async function isMarked({ table, name, type }: Column): Promise<boolean> {
  const text = type === 'bytea' ? `encode("${name}", 'hex')` : `lower("${name}"::text)`
  const rows = await db().$queryRawUnsafe<object[]>(
    `SELECT 1 AS found FROM "${table}" WHERE EXISTS (SELECT FROM unnest($1::text[]) trace WHERE position(trace IN ${text}) > 0) LIMIT 1`,
    traces(),
  )
  return rows.length > 0
}

/**
 * Inserts a row with the given values. Every other column that can contain text gets a marked one,
 * so that a new column is marked without a change to the test.
 */
export async function insertMarked(table: string, given: Record<string, unknown>): Promise<void> {
  const columns = (await listColumns()).filter((column) => column.table === table)
  const row = Object.fromEntries(
    columns.flatMap((column) => {
      const value = column.name in given ? given[column.name] : markedValue(column)
      return value === undefined ? [] : [[column.name, value]]
    }),
  )
  const names = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')
  await db().$executeRawUnsafe(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`,
    JSON.stringify(row),
  )
}

function markedValue({ table, name, type, element, required }: Column): unknown {
  const text = `${MARK} ${table}.${name}`
  if (type === 'text') return text
  if (element === '_text') return [text]
  if (type === 'jsonb') return { note: text }
  if (type === 'bytea') return `\\x${markedBytes().toString('hex')}`
  if (!required) return undefined
  if (type === 'uuid') return newId()
  if (type === 'boolean') return false
  return type.startsWith('timestamp') ? new Date().toISOString() : 1
}

/** Thirty-two bytes that contain the mark. */
export function markedBytes(length = 32): Buffer {
  return Buffer.concat([Buffer.from(MARK), randomBytes(length)]).subarray(0, length)
}
