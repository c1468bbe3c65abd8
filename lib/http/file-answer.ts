import type { Chunks } from '@/lib/http/web-stream'
import type { FileConditions, OpenedFile } from '@/lib/uploads/open-upload'

/** The headers of a request that decide how much of a file is sent. */
export function fileConditions(request: { header(name: string): string | null }): FileConditions {
  return {
    ifNoneMatch: request.header('if-none-match'),
    range: request.header('range'),
    ifRange: request.header('if-range'),
  }
}

interface FileAnswer {
  status: OpenedFile['status']
  headers: Record<string, string>
  body: null
  chunks?: Chunks
}

/** An opened file as the answer of a route. */
export function fileAnswer({ status, headers, stream }: OpenedFile): FileAnswer {
  return stream ? { status, headers, body: null, chunks: stream } : { status, headers, body: null }
}
