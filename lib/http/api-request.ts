import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { newId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** What the API needs of a request, whichever lane it came by. */
export interface ApiRequest {
  method: string
  /** The path, without the query. */
  path: string
  requestId: string
  query(): URLSearchParams
  /** A header by its lower-case name; repeated ones joined by a comma; null when absent. */
  header(name: string): string | null
  /** The body, read once; null when it is longer than `maxBytes`, however it was announced. */
  readBody(maxBytes: number): Promise<Uint8Array | null>
  /**
   * The body as it arrives, in place of `readBody`. Whoever stops reading lets go of it, and does
   * not destroy it.
   */
  bodyStream(): Readable
}

/** The request as Next hands it over. */
export function fromWebRequest(request: Request): ApiRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    requestId: request.headers.get('x-request-id') ?? newId(),
    query: () => url.searchParams,
    header: (name) => request.headers.get(name),
    readBody: (maxBytes) => readBounded(request.body ?? [], maxBytes),
    bodyStream: () =>
      request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([]),
  }
}

async function readBounded(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    parts.push(chunk)
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** Next passes none for a path without `[segments]`. */
export function plainParams(
  params: Record<string, string | string[] | undefined> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]),
  )
}

// b64token of RFC 6750 §2.1. Two Authorization headers arrive joined by a comma, which it does not
// contain.
const FORM = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * The access token of the Authorization header: nothing else (cookies, query) carries one on the
 * API.
 */
export function bearerToken(request: Pick<ApiRequest, 'header'>): Outcome<{ token: string }> {
  const header = request.header('authorization')
  if (header === null || !/^bearer\b/i.test(header)) return refuse('token_missing')
  const token = FORM.exec(header)?.[1]
  return token ? { ok: true, token } : refuse('invalid_token')
}

/** When the access token of an admitted request ends. */
export function bearerExpiry(request: ApiRequest, now: Date): Date {
  const bearer = bearerToken(request)
  const claims = bearer.ok ? readCachedAccessToken(bearer.token, now) : 'invalid'
  return typeof claims === 'object' ? new Date(claims.exp * 1000) : now
}
