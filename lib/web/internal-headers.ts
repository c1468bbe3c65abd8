/**
 * Headers by which the server's front and the middleware speak to pages and actions. The front removes every inbound header
 * that begins with the prefix, so that a client can not set one.
 */
export const INTERNAL_PREFIX = 'x-gatehouse-'

/** The address of the socket's peer, by the front. */
export const REMOTE_ADDRESS = 'x-gatehouse-remote-address'

/** The path and query that the browser asked for, by the middleware; a request without it did not pass the middleware. */
export const PAGE_ADDRESS = 'x-gatehouse-page'

/** The nonce of the answer's Content-Security-Policy, by the middleware. */
export const NONCE = 'x-gatehouse-nonce'

/** The flash cookie's value, by the middleware (which takes the cookie away in the same answer). */
export const FLASH = 'x-gatehouse-flash'

/** When the middleware judged the request, in milliseconds since the epoch. */
export const JUDGED_AT = 'x-gatehouse-judged-at'

/** There was a body, longer than the page takes and thrown away, by the front. */
export const BODY_TOO_LONG = 'x-gatehouse-body-too-long'
