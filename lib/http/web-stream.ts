import { Readable } from 'node:stream'

/** A streamed body: text, or the bytes of a file. */
export type Chunks = AsyncGenerator<string> | Readable

/**
 * Chunks as the body of a Web Response, produced on demand without reading ahead. When the reader
 * disconnects, the source is ended so that a generator runs its `finally` and a file is closed.
 */
export function webStream(chunks: Chunks): ReadableStream<Uint8Array> {
  if (chunks instanceof Readable) return Readable.toWeb(chunks) as ReadableStream<Uint8Array>
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(encoder.encode(next.value))
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * The body of a response that Next sends. Next neither sends nor ends the body of an answer to
 * HEAD, or to a client that has gone: its file, connection, or cursor would stay open.
 */
export function streamedBody(
  chunks: Chunks | null,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): ReadableStream<Uint8Array> | null {
  if (!chunks) return null
  if (method === 'HEAD' || signal.aborted) {
    endChunks(chunks)
    return null
  }
  signal.addEventListener('abort', () => endChunks(chunks), { once: true })
  return webStream(chunks)
}

/** Ends chunks that will not be read. No one is left to tell of an error. */
export function endChunks(chunks: Chunks): void {
  if (chunks instanceof Readable) chunks.destroy()
  else void chunks.return(undefined).catch(() => undefined)
}
