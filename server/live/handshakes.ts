import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { settings } from '@/lib/config/settings'
import { isCrossOriginPage, type LiveEndpoint } from '@/lib/http/live-caller'
import { toProblemResponse, toRefusal } from '@/lib/http/wire-response'
import { ipKey } from '@/lib/platform/ip-address'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { announcesBody, hasPendingResponse, mayBeLarge } from '@/server/gateway/http-server'
import { acceptBody } from '@/server/gateway/request-bodies'
import { refuseConnection } from '@/server/gateway/refuse-request'
import {
  cleanHeaders,
  clientAddressOf,
  isHost,
  liveEndpointAt,
  queryOf,
  readTarget,
  withoutClientSlash,
} from '@/server/gateway/request-head'
import {
  type Admission,
  admitHandshake,
  admitToFeed,
  toApiRequest,
  protocolFault,
} from '@/server/live/admission'
import { ConnectionLimits } from '@/server/live/connection-limits'
import type { Hub } from '@/server/live/hub'
import { relayFor } from '@/server/live/relay-place'
import { RefusedHandshakes } from '@/server/live/refused-handshakes'
import { relayPoll, relayUpgrade } from '@/server/live/worker-relay'

/** A WebSocket handshake to accept or refuse. */
interface UpgradeAttempt {
  req: IncomingMessage
  socket: Duplex
  head: Buffer
  path: string
  requestId: string
  /** Answers with a problem document instead of 101 and closes the connection. */
  refuse(refusal: Refusal): void
}

interface Parts {
  handshakes: Handshakes
  /** Receives Next's own upgrades (hot reload, in development). */
  next: Server | null
  isOwnHost(host: string | undefined): boolean
  dev: boolean
}

/**
 * Routes each WebSocket handshake by its path, because each protocol would otherwise claim or end
 * connections that aren't its own (Next ends unknown upgrades, engine.io matches prefixes).
 * Handshakes pass neither the gateway's request handler nor the page proxy, so their checks are
 * repeated here. An unknown path is a 404.
 */
export function dispatchUpgrades(parts: Parts) {
  const { refused } = parts.handshakes
  return (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const key = ipKey(clientAddressOf(req))
    const { requestId, fault } = cleanHeaders(req, settings().trustProxyHops, parts.dev)
    const target = readTarget(withoutClientSlash(req.url ?? ''))
    const path = target.kind === 'path' ? target.path : ''
    const about = { reason: 'upgrade', path, requestId } as const
    const retryAfterSeconds = refused.waitMs(key) / 1000
    if (retryAfterSeconds > 0)
      return refuseConnection(socket, refuse('rate_limited', { retryAfterSeconds }), {
        ...about,
        wait: false,
      })
    const attempt: UpgradeAttempt = {
      ...{ req, socket, head, path, requestId },
      refuse: (refusal) => {
        refused.count(key, refusal)
        refuseConnection(socket, refusal, about)
      },
    }
    if (fault) return attempt.refuse(fault)
    // Closes the connection, without a response: the bytes of the pending one would become part of
    // the new protocol's stream.
    if (hasPendingResponse(socket)) return attempt.refuse(refuse('bad_request'))
    if (target.kind !== 'path') return attempt.refuse(refuse('not_found'))
    if (target.authority !== null && !isHost(target.authority)) return attempt.refuse(NO_HOST)
    if (!parts.isOwnHost(target.authority ?? req.headers.host))
      return attempt.refuse(refuse('misdirected_request'))
    const endpoint = liveEndpointAt(path)
    if (endpoint)
      return void parts.handshakes
        .upgrade(endpoint, attempt)
        .catch((error: unknown) => attempt.refuse(toRefusal(error, requestId)))
    if (parts.next && path.startsWith('/_next/'))
      return void parts.next.emit('upgrade', req, socket, head)
    attempt.refuse(refuse('not_found'))
  }
}

interface About {
  path: string
  requestId: string
  /** The headers of every response, as alternating names and values. */
  headers: readonly string[]
}

const STOPPING = refuse('unavailable', { detail: 'This instance is stopping. Try again.' })
const NOT_PLAIN = refuse('bad_request', { detail: 'This endpoint supports Socket.IO only.' })
const UPGRADE_NEEDED = refuse('bad_request', {
  detail: 'This endpoint supports Socket.IO, and plain WebSocket if the query has no EIO.',
})
const GET_WITH_BODY = refuse('bad_request', { detail: 'Send GET without a body.' })
const NO_SUCH_FEED = refuse('bad_request', {
  detail: 'The only feed is feed=changes, over a plain WebSocket without EIO.',
})
const NO_HOST = refuse('bad_request', { detail: 'The URL has no valid host.' })
const UNKNOWN_SID = refuse('bad_request', {
  detail: 'There is no connection with this sid. Open a new one.',
})
const CROSS_ORIGIN = refuse('origin_not_allowed')

/**
 * Guards the hub. Socket.IO can refuse only with two statuses and in its own format, so every
 * handshake is checked here and refused like any other request: with a problem document and the
 * right status before any 101.
 */
export class Handshakes {
  readonly #hub: Hub
  readonly #limits = new ConnectionLimits()
  /** Upgrades, and polling handshakes, that were refused. */
  readonly refused = new RefusedHandshakes()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Answers a request that is not an upgrade: Socket.IO's polling. */
  async request(
    endpoint: LiveEndpoint,
    req: IncomingMessage,
    res: ServerResponse,
    about: About,
  ): Promise<void> {
    const checked = await this.#checkPoll(endpoint, req, about.requestId)
    if (!checked.ok) return refusePoll(res, checked, about)
    const { admission } = checked
    if (admission && (res.destroyed || !this.#hub.isOpen())) {
      admission.leave()
      return refusePoll(res, STOPPING, about)
    }
    const { headers } = about
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
    res.setHeader('Cache-Control', 'no-store')
    acceptBody({ req, res, ...about })
    const relay = admission ? null : relayFor(queryOf(req).get('sid') ?? '')
    if (relay)
      return relayPoll(relay, [req, res], () =>
        refusePoll(res, UNKNOWN_SID, { ...about, headers: [] }),
      )
    this.#hub.poll(endpoint, req, res, admission)
  }

  /** Answers a WebSocket handshake whose headers and host have been checked. */
  async upgrade(endpoint: LiveEndpoint, attempt: UpgradeAttempt): Promise<void> {
    const { req, socket, head, requestId } = attempt
    if (endpoint === 'api' && queryOf(req).has('feed')) return this.#upgradeFeed(attempt)
    const checked = await this.#checkUpgrade(endpoint, req, requestId)
    if (!checked.ok) return attempt.refuse(checked)
    const { admission, plain, relay } = checked
    if ((admission || relay) && (socket.destroyed || !this.#hub.isOpen())) {
      admission?.leave()
      return attempt.refuse(STOPPING)
    }
    if (relay) return relayUpgrade(relay, attempt, () => attempt.refuse(UNKNOWN_SID))
    if (plain) this.#hub.upgradePlain(req, socket, head, admission!)
    else this.#hub.upgrade(endpoint, req, socket, head, admission)
  }

  /** Answers a handshake of another service that wants to hear of every user's changes. */
  async #upgradeFeed({ req, socket, head, requestId, refuse }: UpgradeAttempt): Promise<void> {
    const query = queryOf(req)
    if (query.get('feed') !== 'changes' || query.has('EIO')) return refuse(NO_SUCH_FEED)
    if (!this.#hub.isOpen()) return refuse(STOPPING)
    const admitted = await admitToFeed(req, {
      ip: clientAddressOf(req),
      limits: this.#limits,
      requestId,
    })
    if (!admitted.ok) return refuse(admitted)
    const { admission } = admitted
    if (!socket.destroyed && this.#hub.isOpen())
      return this.#hub.upgradeFeed(req, socket, head, admission)
    admission.leave()
    refuse(STOPPING)
  }

  /** Without an admission the client is identified by its `sid`. */
  async #checkPoll(
    endpoint: LiveEndpoint,
    req: IncomingMessage,
    requestId: string,
  ): Promise<Outcome<{ admission?: Admission }>> {
    const query = queryOf(req)
    if (!query.has('EIO')) return UPGRADE_NEEDED
    if (req.method !== 'GET' && req.method !== 'POST') return refuse('method_not_allowed')
    if (req.method === 'GET' && announcesBody(req)) return GET_WITH_BODY
    if (isCrossOriginPage(toApiRequest(req), endpoint)) return CROSS_ORIGIN
    const fault = protocolFault(query, 'polling')
    if (fault) return fault
    // A client that has a connection is not kept from it by others at its address.
    return query.get('sid') ? { ok: true } : this.#admitPoll(endpoint, req, requestId)
  }

  /** Refuses unchecked once too many handshakes from the address were refused. */
  async #admitPoll(endpoint: LiveEndpoint, req: IncomingMessage, requestId: string) {
    const key = ipKey(clientAddressOf(req))
    const retryAfterSeconds = this.refused.waitMs(key) / 1000
    if (retryAfterSeconds > 0) return refuse('rate_limited', { retryAfterSeconds })
    const admitted = await this.#admit(endpoint, req, requestId)
    if (!admitted.ok) this.refused.count(key, admitted)
    return admitted
  }

  async #checkUpgrade(
    endpoint: LiveEndpoint,
    req: IncomingMessage,
    requestId: string,
  ): Promise<Outcome<{ plain: boolean; admission?: Admission; relay?: string | null }>> {
    const query = queryOf(req)
    const plain = !query.has('EIO')
    if (plain && endpoint === 'webui') return NOT_PLAIN
    if (isCrossOriginPage(toApiRequest(req), endpoint)) return CROSS_ORIGIN
    const fault = plain ? null : protocolFault(query, 'websocket')
    if (fault) return fault
    const sid = plain ? null : query.get('sid')
    const relay = sid ? relayFor(sid) : null
    if (relay) return { ok: true, plain, relay }
    if (sid) return this.#hub.knows(endpoint, sid) ? { ok: true, plain } : UNKNOWN_SID
    const admitted = await this.#admit(endpoint, req, requestId)
    return admitted.ok ? { ...admitted, plain } : admitted
  }

  async #admit(endpoint: LiveEndpoint, req: IncomingMessage, requestId: string) {
    return this.#hub.isOpen()
      ? admitHandshake(req, { endpoint, limits: this.#limits, requestId })
      : STOPPING
  }
}

function refusePoll(res: ServerResponse, refusal: Refusal, about: About): void {
  if (res.destroyed) return
  const { headers, text, ...rest } = toProblemResponse(refusal, about)
  const status = refusal === UPGRADE_NEEDED ? 426 : rest.status
  const body = JSON.stringify({ ...(JSON.parse(text!) as object), status })
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const more = status === 426 ? ['Upgrade', 'websocket'] : []
  if (!res.req.complete && mayBeLarge(res.req)) res.setHeader('Connection', 'close')
  res.writeHead(status, [...about.headers, ...Object.entries(all).flat(), ...more]).end(body)
}
