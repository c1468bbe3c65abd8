import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'
import { pageInfo, pageLimit } from '@/lib/platform/complete-list'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'

const MAC_BYTES = 16

/** No cursor is longer than this: the longest sort key has 200 characters. */
export const MAX_CURSOR_LENGTH = 2048

/** A cursor as a query parameter. `readCursor` checks whether it belongs to the list. */
export const cursorField = z
  .string()
  .min(1, { error: 'invalid_cursor' })
  .max(MAX_CURSOR_LENGTH, { error: 'invalid_cursor' })

/** The sort keys of a row, from the most to the least significant; the last one is unique. */
type Place = readonly string[]

/**
 * Encodes a place in a list as opaque text. It is signed and names its list, so that `readCursor`
 * accepts only what was written here for the same list.
 */
export function writeCursor(list: string, place: Place): string {
  const content = Buffer.from(JSON.stringify([list, ...place]))
  return Buffer.concat([mac(content, settings().tokens.secret), content]).toString('base64url')
}

/** The place a cursor encodes; null if it was not written by this service for this list. */
export function readCursor(list: string, cursor: string): Place | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding skips characters that are not base64url, so reject other spellings of a cursor.
  if (bytes.toString('base64url') !== cursor) return null
  const content = bytes.subarray(MAC_BYTES)
  const { secret, previousSecrets } = settings().tokens
  const genuine = [secret, ...previousSecrets].some((key) =>
    equalBytes(mac(content, key), bytes.subarray(0, MAC_BYTES)),
  )
  if (!genuine) return null
  const [of, ...place] = JSON.parse(content.toString()) as string[]
  return of === list ? place : null
}

/** The refusal of a cursor that does not belong to the list. */
function refuseCursor(): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['cursor'], 'invalid_cursor')] })
}

function mac(content: Buffer, secret: string): Buffer {
  return hmacSha256(derivedKey(secret, 'cursor'), content).subarray(0, MAC_BYTES)
}

/** `?limit=50&cursor=…`: a whole number from 1 to 200, and the cursor from the previous page. */
export const pageQuery = z.object({ limit: pageLimit.default(50), cursor: cursorField.optional() })

const pages = new WeakMap<z.ZodType, z.ZodType>()

/** The response schema of one page of a list of named items. */
export function pageSchemaOf<T extends z.ZodType>(item: T) {
  const id = z.globalRegistry.get(item)?.id
  const make = () =>
    z.strictObject({ data: z.array(item), page: pageInfo }).meta({ id: `${id}Page` })
  const known = pages.get(item) as ReturnType<typeof make> | undefined
  if (known) return known
  const made = make()
  pages.set(item, made)
  return made
}

/** A page of a list as the API returns it. */
export function presentPage<T>(data: T[], nextCursor: string | null) {
  return { data, page: { next_cursor: nextCursor, has_more: nextCursor !== null } }
}

/**
 * The requested page of a list: `cursor` comes from the previous page; null or absent for the first
 * page.
 */
export interface PageRequest {
  limit: number
  cursor?: string | null | undefined
}

interface PagedList<Row> {
  /**
   * Unique for every list and every sort order of one, so that no list accepts the cursor of
   * another.
   */
  name: string
  placeOf(row: Row): Place
}

type Page<Row> = { rows: Row[]; nextCursor: string | null }

/**
 * Reads one page of a list (keyset pagination). Refuses with `validation_failed` a cursor that this
 * list did not return.
 */
export async function listPage<Row>(
  { name, placeOf }: PagedList<Row>,
  { limit, cursor }: PageRequest,
  read: (by: { after: Place | null; limit: number }) => Promise<Row[]>,
): Promise<Outcome<Page<Row>>> {
  const asked = cursor ?? null
  const after = asked === null ? null : readCursor(name, asked)
  if (asked !== null && after === null) return refuseCursor()
  // One row more than is shown reveals whether there is a next page.
  const found = await read({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return {
    ok: true,
    rows,
    nextCursor: found.length > limit ? writeCursor(name, placeOf(rows.at(-1)!)) : null,
  }
}

/** Like `listPage`, for a list sorted by id, newest first (UUIDv7 sorts by time). */
export function listPageById<Row extends { id: string }>(
  name: string,
  page: PageRequest,
  read: (by: { beforeId: string | null; limit: number }) => Promise<Row[]>,
): Promise<Outcome<Page<Row>>> {
  return listPage({ name, placeOf: (row: Row) => [row.id] }, page, ({ after, limit }) =>
    read({ beforeId: after?.[0] ?? null, limit }),
  )
}

/**
 * Lists are counted exactly up to this number. Counting further would cost more than the number is
 * worth.
 */
export const COUNT_LIMIT = 10_000

/** How many rows a statement has to read to distinguish "exactly COUNT_LIMIT" from "more". */
export const COUNT_PROBE = COUNT_LIMIT + 1

/** The size of a list: exactly `count`, or more than `count` if `more` is set. */
export interface BoundedCount {
  count: number
  more: boolean
}

/** Converts a count that stopped at COUNT_PROBE. */
export function boundedCount(counted: number): BoundedCount {
  return { count: Math.min(counted, COUNT_LIMIT), more: counted > COUNT_LIMIT }
}
