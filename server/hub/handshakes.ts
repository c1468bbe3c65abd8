import type { IncomingMessage, ServerResponse } from 'node:http'
import { isForeignPage, type Door } from '@/lib/http/live-caller'
import { toProblemAnswer } from '@/lib/http/problem-answer'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import { admitHandshake, asAsked, queryOf, type Admission } from '@/server/hub/admission'
import { protocolFault } from '@/server/hub/engine-protocol'
import type { Hub } from '@/server/hub/hub'
import { Places } from '@/server/hub/places'
import { askForBody, mayBeLarge } from '@/server/request-body'
import type { UpgradeAttempt } from '@/server/upgrades'

interface About {
  path: string
  requestId: string
  /** What every answer carries: names and values in turn. */
  headers: readonly string[]
}

const STOPPING = refuse('unavailable', { detail: 'This instance is stopping. Try again.' })
const NOT_PLAIN = refuse('bad_request', { detail: 'This endpoint supports Socket.IO only.' })
const UPGRADE_NEEDED = refuse('bad_request', {
  detail: 'This endpoint supports Socket.IO, and plain WebSocket if the query has no EIO.',
})
const UNKNOWN_SID = refuse('bad_request', { detail: 'There is no connection with this sid. Open a new one.' })
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

  /** Answers a request that is no upgrade: Socket.IO's polling. */
  async request(door: Door, req: IncomingMessage, res: ServerResponse, about: About): Promise<void> {
    const judged = await this.#judgePoll(door, req, about.requestId)
    if (!judged.ok) return refusePoll(res, judged, about)
    const { admission } = judged
    if (admission && (res.destroyed || !this.#hub.isOpen())) {
      admission.leave()
      return refusePoll(res, STOPPING, about)
    }
    const { headers } = about
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
    res.setHeader('Cache-Control', 'no-store')
    askForBody(res)
    this.#hub.poll(door, req, res, admission)
  }

  /** Answers a WebSocket handshake whose headers are clean and whose host is ours. */
  async upgrade(door: Door, attempt: UpgradeAttempt): Promise<void> {
    const { req, socket, head, requestId } = attempt
    const judged = await this.#judgeUpgrade(door, req, requestId)
    if (!judged.ok) return attempt.refuse(judged)
    const { admission, plain } = judged
    if (admission && (socket.destroyed || !this.#hub.isOpen())) {
      admission.leave()
      return attempt.refuse(STOPPING)
    }
    if (plain) this.#hub.upgradePlain(req, socket, head, admission!)
    else this.#hub.upgrade(door, req, socket, head, admission)
  }

  /** Without an admission the client is known by its `sid`. */
  async #judgePoll(
    door: Door,
    req: IncomingMessage,
    requestId: string,
  ): Promise<Outcome<{ admission?: Admission }>> {
    const query = queryOf(req)
    if (!query.has('EIO')) return UPGRADE_NEEDED
    if (req.method !== 'GET' && req.method !== 'POST') return refuse('method_not_allowed')
    if (isForeignPage(asAsked(req), door)) return FOREIGN
    const fault = protocolFault(query, 'polling')
    if (fault) return fault
    return query.get('sid') ? { ok: true } : this.#admit(door, req, requestId)
  }

  async #judgeUpgrade(
    door: Door,
    req: IncomingMessage,
    requestId: string,
  ): Promise<Outcome<{ plain: boolean; admission?: Admission }>> {
    const query = queryOf(req)
    const plain = !query.has('EIO')
    if (plain && door === 'webui') return NOT_PLAIN
    if (isForeignPage(asAsked(req), door)) return FOREIGN
    const fault = plain ? null : protocolFault(query, 'websocket')
    if (fault) return fault
    const sid = plain ? null : query.get('sid')
    if (sid) return this.#hub.knows(door, sid) ? { ok: true, plain } : UNKNOWN_SID
    const admitted = await this.#admit(door, req, requestId)
    return admitted.ok ? { ...admitted, plain } : admitted
  }

  async #admit(door: Door, req: IncomingMessage, requestId: string) {
    return this.#hub.isOpen() ? admitHandshake(req, { door, places: this.#places, requestId }) : STOPPING
  }
}

function refusePoll(res: ServerResponse, refusal: Refusal, about: About): void {
  if (res.destroyed) return
  const { headers, text, ...rest } = toProblemAnswer(refusal, about)
  const status = refusal === UPGRADE_NEEDED ? 426 : rest.status
  const body = JSON.stringify({ ...(JSON.parse(text!) as object), status })
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const more = status === 426 ? ['Upgrade', 'websocket'] : []
  if (!res.req.complete && mayBeLarge(res.req)) res.setHeader('Connection', 'close')
  res.writeHead(status, [...about.headers, ...Object.entries(all).flat(), ...more]).end(body)
}
