import type { Answer } from '@/lib/http/define-route'
import type { FileConditions, OpenedFile } from '@/lib/uploads/open-upload'

/** The headers of a request that decide how much of a file is sent. */
export function fileConditions(request: { header(name: string): string | null }): FileConditions {
  return {
    ifNoneMatch: request.header('if-none-match'),
    range: request.header('range'),
    ifRange: request.header('if-range'),
  }
}

/** An opened file as the answer of a route. */
export function fileAnswer({ status, headers, stream }: OpenedFile): Answer {
  return stream ? { status, headers, body: null, chunks: stream } : { status, headers, body: null }
}
