import { IncomingMessage } from 'node:http'

/** The requests whose sender offers to switch protocols (Connection: Upgrade), or tunnels (CONNECT). */
const offers = new WeakSet<IncomingMessage>()

/**
 * A request that counts as an upgrade only when it is one that this server may accept: a WebSocket handshake. Node asks each
 * request by its `upgrade` property and would otherwise take every one with an Upgrade header off HTTP. An offer of another
 * protocol (h2c) is ignored and the request served in HTTP/1.1 (RFC 9110 §7.8).
 */
export class UpgradableRequest extends IncomingMessage {
  get upgrade(): boolean {
    return offers.has(this) && (this.method === 'CONNECT' || isWebSocketHandshake(this))
  }

  set upgrade(offered: boolean | null) {
    if (offered) offers.add(this)
  }
}

/** Whether a request offered a switch of protocols that was ignored. */
export function ignoresUpgrade(req: IncomingMessage): boolean {
  return offers.has(req) && !(req as UpgradableRequest).upgrade
}

/** RFC 6455 §4.2.1. With a body it is none: the bytes of the body would be taken for those of the new protocol. */
function isWebSocketHandshake({ method, httpVersion, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersion !== '1.1' || headers.upgrade?.toLowerCase() !== 'websocket')
    return false
  return headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)
}
