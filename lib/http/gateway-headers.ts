/**
 * What the front of the server tells routes, pages, and the middleware about a request. It removes
 * every header with the prefix `x-gatehouse-` that comes from outside, so that no client can set
 * one of these.
 */

/** The address of the socket's peer. */
export const REMOTE_ADDRESS = 'x-gatehouse-remote-address'

/** The request came straight from a program on this machine, without a proxy in between. */
export const DIRECT = 'x-gatehouse-direct'

/** The posted action belongs to the frame around every page (sign out, language, colors). */
export const FRAME_ACTION = 'x-gatehouse-frame-action'
