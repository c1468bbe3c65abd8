/** A file as it is made, chunk by chunk. */
export interface FileStream {
  /** What the file is called when it is kept. */
  fileName: string
  contentType: string
  chunks: AsyncGenerator<string>
}

/** The formats that lists are exported in. */
export type ExportFormat = 'csv' | 'ndjson'

/** A file named after what it holds and an instant. */
export function fileStream(name: string, format: ExportFormat, chunks: AsyncGenerator<string>): FileStream {
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson'
  return { fileName: `${name}.${format}`, contentType, chunks }
}

/** An instant as part of a file's name. */
export function fileStamp(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/** Makes the first chunk before the answer begins: what goes wrong by then is still told as a problem. */
export async function begun(chunks: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await chunks.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* chunks
  })()
}
