import { logoId } from '@/lib/brand/brand'
import { fileHeaders, readHeaders } from '@/lib/http/request-headers'
import { type Chunks, streamedBody } from '@/lib/http/web-stream'
import type { FileStream } from '@/lib/platform/export-file'
import { type FileConditions, type OpenedFile, openUpload } from '@/lib/uploads/open-upload'

/** The conditional and range headers of a file request to a page. */
export function fileConditions(headers: Headers): FileConditions {
  return readHeaders(fileHeaders, { header: (name) => headers.get(name) })
}

interface FileAnswer {
  status: OpenedFile['status']
  headers: Record<string, string>
  body: null
  chunks?: Chunks
}

/** An opened file as a route's response. */
export function fileResponse({ status, headers, stream }: OpenedFile): FileAnswer {
  return stream ? { status, headers, body: null, chunks: stream } : { status, headers, body: null }
}

/** A generated file as a route's response, which browsers save. */
export function downloadAnswer({ fileName, contentType, chunks }: FileStream) {
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
  }
  return { status: 200 as const, headers, body: null, chunks }
}

/**
 * The logo for a light or dark background, without authentication: emails and sign-in pages show
 * it. Always the whole file: `Range` is ignored (RFC 9110 §14.2).
 */
export async function logoResponse(
  background: 'light' | 'dark',
  request: Request,
): Promise<Response> {
  const conditions = { ...fileConditions(request.headers), range: null }
  const id = logoId(background)
  const opened = id ? await openUpload({ id }, conditions) : null
  if (!opened?.ok)
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const { status, headers: about, stream } = opened.file
  return new Response(streamedBody(stream, request), {
    status,
    headers: {
      ...about,
      'accept-ranges': 'none',
      'cache-control': 'public, max-age=300',
      // The original file name is not disclosed.
      'content-disposition': 'inline',
    },
  })
}
