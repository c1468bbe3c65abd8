import { csvLine, fileStream, type FileStream, primeStream } from '@/lib/platform/export-file'
import { refuse, RefusedError } from '@/lib/platform/problems'

type Cell = Parameters<typeof csvLine>[0][number]

/** How a list is written: a first line if it has one, then one per row. */
interface Lines<Row> {
  format: 'csv' | 'ndjson'
  lead: string
  line(row: Row): string
}

export function csvLines<Row>(
  columns: readonly string[],
  cells: (row: Row) => readonly Cell[],
): Lines<Row> {
  return { format: 'csv', lead: csvLine(columns), line: (row) => csvLine(cells(row)) }
}

export function jsonLines<Row>(present: (row: Row) => object): Lines<Row> {
  return { format: 'ndjson', lead: '', line: (row) => `${JSON.stringify(present(row))}\n` }
}

/**
 * The rows of a list in batches. `read` returns up to `size` rows after `last`, fewer at its end.
 */
export async function* readBatches<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(last)
    yield rows
    if (rows.length < size) return
    last = rows.at(-1)!
  }
}

/**
 * A list as a file. As soon as `isAllowed` is false, no further batch is sent: the stream throws,
 * so that the file is visibly truncated.
 */
export async function listFile<Row>(
  name: string,
  lines: Lines<Row>,
  from: { batches: AsyncIterable<readonly Row[]>; isAllowed: () => Promise<boolean> },
): Promise<FileStream> {
  return fileStream(name, lines.format, await primeStream(write(lines, from)))
}

async function* write<Row>(
  { lead, line }: Lines<Row>,
  { batches, isAllowed }: Parameters<typeof listFile<Row>>[2],
): AsyncGenerator<string> {
  let unsent = lead
  for await (const rows of batches) {
    if (!(await isAllowed())) throw new RefusedError(refuse('session_revoked'))
    yield unsent + rows.map(line).join('')
    unsent = ''
  }
  if (unsent) yield unsent
}
