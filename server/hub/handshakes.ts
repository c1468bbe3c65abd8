import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isForeignPage, type Door } from '@/lib/http/live-caller'
import { toProblemAnswer } from '@/lib/http/problem-answer'
import { logger } from '@/lib/platform/logger'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { admitHandshake, asAsked, queryOf } from '@/server/hub/admission'
import type { Hub } from '@/server/hub/hub'
import { Places } from '@/server/hub/places'
import { refuseUpgrade } from '@/server/hub/refuse-upgrade'

interface About {
  path: string
  requestId: string
}

const STOPPING = refuse('unavailable', { detail: 'This instance is stopping. Try again.' })
const NOT_PLAIN = refuse('bad_request', { detail: 'This address speaks Socket.IO only.' })
const UPGRADE_NEEDED = refuse('bad_request', {
  detail: 'This address speaks Socket.IO, or WebSocket when the query has no EIO.',
})
const FOREIGN = refuse('origin_not_allowed')

/**
 * What stands before the hub. Socket.IO can refuse with two statuses and only after its own fashion, so that every handshake is
 * judged here and answered as everything else is: a problem document and the right status before any 101.
 */
export class Handshakes {
  readonly #hub: Hub
  readonly #places = new Places()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Answers a request that is no upgrade: Socket.IO's polling. `about.headers`: names and values that every answer carries. */
  async request(
    door: Door,
    req: IncomingMessage,
    res: ServerResponse,
    about: About & { headers: readonly string[] },
  ): Promise<void> {
    const refused = (refusal: Refusal, status?: number) => answer(res, refusal, about, status)
    const query = queryOf(req)
    if (!query.has('EIO')) return refused(UPGRADE_NEEDED, 426)
    if (req.method !== 'GET' && req.method !== 'POST') return refused(refuse('method_not_allowed'))
    if (isForeignPage(asAsked(req), door)) return refused(FOREIGN)
    const set = () => {
      const { headers } = about
      for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
      res.setHeader('Cache-Control', 'no-store')
    }
    if (query.get('sid')) {
      set()
      return this.#hub.poll(door, req, res)
    }
    if (!this.#hub.isOpen()) return refused(STOPPING)
    const admitted = await admitHandshake(req, { door, places: this.#places, requestId: about.requestId })
    if (!admitted.ok) return refused(admitted)
    const { admission } = admitted
    if (res.destroyed || !this.#hub.isOpen()) {
      admission.leave()
      return refused(STOPPING)
    }
    set()
    this.#hub.poll(door, req, res, admission)
  }

  /** Answers an upgrade, whose headers are clean and whose host is ours. */
  async upgrade(door: Door, req: IncomingMessage, socket: Duplex, head: Buffer, about: About): Promise<void> {
    const refused = (refusal: Refusal, status?: number) => {
      logger().debug({ request_id: about.requestId, path: about.path, code: refusal.code }, 'upgrade refused')
      refuseUpgrade(socket, refusal, { ...about, status })
    }
    const query = queryOf(req)
    const plain = !query.has('EIO')
    if (req.method !== 'GET' || req.headers.upgrade?.toLowerCase() !== 'websocket')
      return refused(UPGRADE_NEEDED, 426)
    if (plain && door === 'webui') return refused(NOT_PLAIN)
    if (isForeignPage(asAsked(req), door)) return refused(FOREIGN)
    if (!plain && query.get('sid')) return this.#hub.upgrade(door, req, socket, head)
    if (!this.#hub.isOpen()) return refused(STOPPING)
    const admitted = await admitHandshake(req, { door, places: this.#places, requestId: about.requestId })
    if (!admitted.ok) return refused(admitted)
    const { admission } = admitted
    if (socket.destroyed || !this.#hub.isOpen()) {
      admission.leave()
      return refused(STOPPING)
    }
    if (plain) this.#hub.upgradePlain(req, socket, head, admission)
    else this.#hub.upgrade(door, req, socket, head, admission)
  }
}

function answer(
  res: ServerResponse,
  refusal: Refusal,
  about: About & { headers: readonly string[] },
  status?: number,
): void {
  if (res.destroyed) return
  const { headers, text, ...rest } = toProblemAnswer(refusal, about)
  const body = status === undefined ? text! : JSON.stringify({ ...(JSON.parse(text!) as object), status })
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const more = status === 426 ? ['Upgrade', 'websocket'] : []
  // The body of a refused request was not read: what follows on the connection could be taken for the next one.
  if (!res.req.complete) res.setHeader('Connection', 'close')
  res.writeHead(status ?? rest.status, [...about.headers, ...Object.entries(all).flat(), ...more]).end(body)
}
