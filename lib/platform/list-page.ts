import { readCursor, refuseCursor, writeCursor, type Place } from '@/lib/platform/cursor'
import type { Outcome } from '@/lib/platform/problems'

/** Which page of a list is wanted: `cursor` is what the previous page returned; null or absent for the first page. */
export interface PageRequest {
  limit: number
  cursor?: string | null | undefined
}

interface PagedList<Row> {
  /** Different for every list, and for every order of one, so that no list accepts the cursor of another. */
  name: string
  placeOf(row: Row): Place
}

type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Reads one page of a list (keyset pagination). Refuses `validation_failed` for a cursor that this list did not return. */
export async function listPage<Row>(
  { name, placeOf }: PagedList<Row>,
  { limit, cursor }: PageRequest,
  read: (by: { after: Place | null; limit: number }) => Promise<Row[]>,
): Promise<Outcome<Page<Row>>> {
  const asked = cursor ?? null
  const after = asked === null ? null : readCursor(name, asked)
  if (asked !== null && after === null) return refuseCursor()
  // One row more than is shown tells whether there is a next page.
  const found = await read({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return {
    ok: true,
    rows,
    nextCursor: found.length > limit ? writeCursor(name, placeOf(rows.at(-1)!)) : null,
  }
}

/** The same for a list sorted by id, newest first (UUIDv7 sorts by time). */
export function listPageById<Row extends { id: string }>(
  name: string,
  page: PageRequest,
  read: (by: { beforeId: string | null; limit: number }) => Promise<Row[]>,
): Promise<Outcome<Page<Row>>> {
  return listPage({ name, placeOf: (row: Row) => [row.id] }, page, ({ after, limit }) =>
    read({ beforeId: after?.[0] ?? null, limit }),
  )
}
