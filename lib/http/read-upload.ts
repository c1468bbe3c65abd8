import type { ApiRequest } from '@/lib/http/api-request'
import { bodyLimitOf } from '@/lib/http/body-limits'
import { mediaTypeOf } from '@/lib/http/media-type'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** A file that came as the whole body of a request. */
export interface Upload {
  /** One of the media types that the route takes, without parameters. */
  type: string
  bytes: Uint8Array
}

/** Reads a body of one of these media types, unencoded and in UTF-8, at most as long as the address takes. */
export async function readUpload(
  request: ApiRequest,
  types: readonly string[],
): Promise<Outcome<{ upload: Upload }>> {
  const limit = bodyLimitOf(request.path)
  if (Number(request.header('content-length') ?? 0) > limit) return refuse('body_too_large')
  const encoding = request.header('content-encoding')
  const type = mediaTypeOf(request.header('content-type') ?? '')
  if ((encoding && encoding.toLowerCase() !== 'identity') || type === null || !types.includes(type))
    return refuse('unsupported_media_type', {
      detail: `Send one of these types, in UTF-8 and without Content-Encoding: ${types.join(', ')}.`,
    })
  const bytes = await request.readBody(limit)
  return bytes ? { ok: true, upload: { type, bytes } } : refuse('body_too_large')
}
