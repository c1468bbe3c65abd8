/**
 * Headers by which the middleware speaks to pages and actions (the front's own:
 * lib/http/gateway-headers.ts). The front removes every inbound header that begins with the prefix,
 * so that a client cannot set one.
 */
export const INTERNAL_PREFIX = 'x-gatehouse-'

/**
 * The path and query that the browser asked for, by the middleware; a request without it did not
 * pass the middleware.
 */
export const PAGE_ADDRESS = 'x-gatehouse-page'

/** The nonce of the answer's Content-Security-Policy, by the middleware. */
export const NONCE = 'x-gatehouse-nonce'

/** When the middleware judged the request, in milliseconds since the epoch. */
export const REQUEST_INSTANT = 'x-gatehouse-judged-at'

/**
 * The notice cookie's value, by the middleware (which takes the cookie away in the same answer).
 */
export const NOTICE = 'x-gatehouse-notice'
