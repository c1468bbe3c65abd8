/**
 * Request headers that the gateway sets for routes, pages and the page proxy. It removes every
 * inbound header with the prefix `x-gatehouse-`, so clients cannot set them.
 */

/** The IP address of the socket's peer. */
export const REMOTE_ADDRESS = 'x-gatehouse-remote-address'

/** The request came directly from this machine, without a proxy in between. */
export const DIRECT = 'x-gatehouse-direct'

/** The posted action belongs to the frame around every page (sign out, language, theme). */
export const FRAME_ACTION = 'x-gatehouse-frame-action'
