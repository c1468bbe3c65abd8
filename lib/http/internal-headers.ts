/**
 * Headers that the page proxy sets for pages and actions (the gateway's own are in
 * lib/http/gateway-headers.ts). The gateway removes every inbound header with this prefix, so
 * clients cannot set them.
 */
export const INTERNAL_PREFIX = 'x-gatehouse-'

/**
 * The requested path and query, set by the page proxy. A request without it bypassed the
 * page proxy.
 */
export const PAGE_ADDRESS = 'x-gatehouse-page'

/** The nonce of the response's Content-Security-Policy, set by the page proxy. */
export const NONCE = 'x-gatehouse-nonce'

/** When the page proxy evaluated the request, in milliseconds since the epoch. */
export const REQUEST_INSTANT = 'x-gatehouse-evaluated-at'

/**
 * The notice cookie's value, set by the page proxy (which clears the cookie in the same response).
 */
export const NOTICE = 'x-gatehouse-notice'
