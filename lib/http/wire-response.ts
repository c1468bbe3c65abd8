import { settings } from '@/lib/config/settings'
import type { RouteResponse } from '@/lib/http/route-declaration'
import type { Chunks } from '@/lib/http/web-stream'
import { UnknownKeyError } from '@/lib/platform/crypto'
import { diskFaultOf, isDatabaseAway } from '@/lib/platform/db/database-errors'
import { reasonOf } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'
import { problems, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import { currentTrace } from '@/lib/platform/trace'

/** The page that documents an error. */
export function problemType(code: string): string {
  return `${settings().baseUrl}/docs/errors/${code}`
}

/** A refusal as a problem document (RFC 9457). */
export function problemDocument(
  refusal: Refusal,
  about: { path: string; requestId: string },
): Record<string, unknown> {
  const [status, title, detail] = problems[refusal.code]
  const trace = currentTrace()
  return {
    type: problemType(refusal.code),
    title,
    status,
    code: refusal.code,
    detail: refusal.detail ?? detail,
    instance: about.path,
    request_id: about.requestId,
    ...(trace ? { trace_id: trace.traceId } : {}),
    ...(refusal.errors ? { errors: refusal.errors.map(({ figures: _, ...error }) => error) } : {}),
    ...(refusal.requiredPermission ? { required_permission: refusal.requiredPermission } : {}),
    ...(refusal.lockedBy ? { locked_by: refusal.lockedBy } : {}),
    ...(refusal.maxAgeSeconds === undefined ? {} : { max_age: refusal.maxAgeSeconds }),
  }
}

/** A response in plain values, for both the API router and Next. */
export interface WireResponse {
  status: number
  headers: Record<string, string>
  text: string | null
  /** Instead of `text`: a streamed body, which ends when the client disconnects. */
  chunks?: Chunks
}

/**
 * A refusal as a complete response, with the headers that its code requires (RFC 6750 §3, RFC 9470,
 * RFC 9110 §10.2.3).
 */
export function toProblemResponse(
  refusal: Refusal,
  about: { path: string; requestId: string },
  extraHeaders: Record<string, string> = {},
): WireResponse {
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...extraHeaders,
  }
  const challenge = challengeFor(refusal)
  if (challenge) headers['www-authenticate'] ??= challenge
  if (refusal.sizeBytes !== undefined) headers['content-range'] = `bytes */${refusal.sizeBytes}`
  const status = problems[refusal.code][0]
  const wait = refusal.retryAfterSeconds ?? (status === 503 ? 1 : undefined)
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)))
  return { status, headers, text: JSON.stringify(problemDocument(refusal, about)) }
}

function challengeFor(refusal: Refusal): string | null {
  switch (refusal.code) {
    case 'token_missing':
      return 'Bearer realm="api"'
    case 'invalid_token':
    case 'token_expired':
    case 'session_revoked':
      return 'Bearer realm="api", error="invalid_token"'
    case 'insufficient_permission':
      return `Bearer error="insufficient_scope", scope="${refusal.requiredPermission ?? ''}"`
    case 'reauthentication_required':
      return `Bearer realm="api", error="insufficient_user_authentication", max_age="${refusal.maxAgeSeconds ?? 0}"`
    default:
      return null
  }
}

/** A success as a complete response. */
export function toWireResponse(answer: RouteResponse, extra: Record<string, string>): WireResponse {
  const { status, body, headers, chunks } = answer
  const text = body === null ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string> = { 'cache-control': 'no-store' }
  if (text !== null) all['content-type'] = 'application/json'
  return { status, text, headers: Object.assign(all, extra, headers), chunks }
}

/** A refusal as a Web Response. */
export function problemWebResponse(
  refusal: Refusal,
  about: { path: string; requestId: string },
): Response {
  const { status, headers, text } = toProblemResponse(refusal, about)
  return new Response(text, { status, headers })
}

const DISK_ADVICE = {
  full: 'the disk is full: free some space for PostgreSQL, or in DATA_DIR',
  'read-only': 'the file system is read-only: make DATA_DIR writable',
}
const KEY_ADVICE =
  'a stored secret cannot be decrypted: run gatehousectl doctor, and correct AUTH_MFA_ENCRYPTION_KEY'
/** An operator has to act first, so asking again sooner is of no use. */
const OPERATOR_RETRY_SECONDS = 30

/**
 * The refusal for a thrown error: its own if it carries one, "unavailable" when the database is
 * down, a disk cannot be written, or an encryption key is missing, otherwise a fixed text. The
 * cause is only logged, under the request id.
 */
export function toRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof RefusedError) return error.refusal
  const fault = diskFaultOf(error)
  if (fault) {
    logger().error({ request_id: requestId, reason: reasonOf(error) }, DISK_ADVICE[fault])
    return refuse('unavailable', { retryAfterSeconds: OPERATOR_RETRY_SECONDS })
  }
  if (error instanceof UnknownKeyError) {
    const reason = error.message
    logger().error({ request_id: requestId, reason }, KEY_ADVICE)
    const detail = 'The service can’t decrypt a stored secret. Try again later.'
    return refuse('unavailable', { detail, retryAfterSeconds: OPERATOR_RETRY_SECONDS })
  }
  if (isDatabaseAway(error)) {
    logger().warn({ request_id: requestId, reason: reasonOf(error) }, 'the database is unavailable')
    return refuse('unavailable', { retryAfterSeconds: 1 })
  }
  logger().error({ request_id: requestId, error }, 'a request failed')
  return refuse('internal_error')
}

/** All that routes read (cors.test.ts), except those that browsers always allow. */
const ALLOWED_HEADERS =
  'authorization, content-type, idempotency-key, if-match, if-none-match, if-range, range, x-device-token, x-request-id'
const EXPOSED_HEADERS =
  'accept-ranges, content-disposition, content-range, etag, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id'

/**
 * The CORS headers of a response: only for origins on the allow-list, never with credentials (pages
 * of other origins use Bearer tokens). Empty when no origin is allowed.
 */
export function corsHeaders(origin: string | null): Record<string, string> {
  const allowed = settings().corsAllowedOrigins
  if (allowed.length === 0) return {}
  if (origin === null || !allowed.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}

/** The response to OPTIONS on a known path. */
export function preflightResponse(origin: string | null, methods: readonly string[]): WireResponse {
  const cors = corsHeaders(origin)
  const granted = 'access-control-allow-origin' in cors
  return {
    status: 204,
    text: null,
    headers: {
      allow: [...methods, 'OPTIONS'].join(', '),
      'cache-control': 'no-store',
      ...cors,
      ...(granted
        ? {
            'access-control-allow-methods': methods.join(', '),
            'access-control-allow-headers': ALLOWED_HEADERS,
            'access-control-max-age': '600',
          }
        : {}),
    },
  }
}
