import { settings } from '@/lib/config/settings'
import type { WireResponse } from '@/lib/http/problem-response'

const ALLOWED_HEADERS =
  'authorization, content-type, idempotency-key, if-match, if-none-match, x-device-token, x-request-id'
const EXPOSED_HEADERS =
  'etag, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id'

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
