import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { readBounded } from '@/lib/platform/byte-collector'
import { newId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** An API request, independent of whether the API router or Next received it. */
export interface ApiRequest {
  method: string
  /** The path, without the query. */
  path: string
  requestId: string
  /** Set if a page makes the request for its user: the token is then that of the page's session. */
  surface?: 'web'
  query(): URLSearchParams
  /** A header by its lowercase name. Repeated headers are joined by a comma; null when absent. */
  header(name: string): string | null
  /**
   * Reads the body once; null when it exceeds `maxBytes`, even if Content-Length is missing or
   * wrong.
   */
  readBody(maxBytes: number): Promise<Uint8Array | null>
  /**
   * The body as a stream, instead of `readBody`. A caller that stops reading must not destroy it.
   */
  bodyStream(): Readable
  /** Whether the client has disconnected, so that no one waits for the answer. */
  isGone(): boolean
  /** Names the API key that authenticated the request in its log line. */
  noteApiKey?(id: string): void
}

/** Wraps the Request that Next passes to a route. */
export function fromWebRequest(request: Request): ApiRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    requestId: request.headers.get('x-request-id') ?? newId(),
    query: () => url.searchParams,
    header: (name) => request.headers.get(name),
    isGone: () => request.signal.aborted,
    readBody: (maxBytes) => readBounded(request.body ?? [], maxBytes),
    bodyStream: () =>
      request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([]),
  }
}

/** Next passes no params for a path without `[segments]`. */
export function plainParams(
  params: Record<string, string | string[] | undefined> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]),
  )
}

// b64token of RFC 6750 §2.1. Two Authorization headers arrive joined by a comma, which a b64token
// cannot contain.
const FORM = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * The access token of the Authorization header. The API accepts no tokens in cookies or the query.
 */
export function bearerToken(request: Pick<ApiRequest, 'header'>): Outcome<{ token: string }> {
  const header = request.header('authorization')
  if (header === null || !/^bearer\b/i.test(header)) return refuse('token_missing')
  const token = FORM.exec(header)?.[1]
  return token ? { ok: true, token } : refuse('invalid_token')
}

/** When the access token of an authorized request expires. */
export function bearerExpiry(request: Pick<ApiRequest, 'header'>, now: Date): Date {
  const bearer = bearerToken(request)
  const claims = bearer.ok ? readCachedAccessToken(bearer.token, now) : 'invalid'
  return typeof claims === 'object' ? new Date(claims.exp * 1000) : now
}
