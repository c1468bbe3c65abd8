import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { settings } from '@/lib/config/settings'
import { clientAddress } from '@/lib/http/client-address'
import { refusalOf } from '@/lib/http/refusal-of'
import { now } from '@/lib/platform/clock'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { ipKey } from '@/lib/rate-limit/ip-key'
import { SlidingWindow } from '@/lib/rate-limit/sliding-window'
import type { Handshakes } from '@/server/hub/handshakes'
import { doorAt, withoutClientSlash } from '@/server/hub/paths'
import { cleanHeaders } from '@/server/inbound-headers'
import { owesAnswer } from '@/server/open-answers'
import { refuseConnection } from '@/server/refuse-connection'
import { readTarget } from '@/server/request-target'

/** How many refused upgrades an address may cause before its next ones are refused unseen. */
const MAX_REFUSED = { limit: 600, windowSeconds: 60 }

/** The bytes of that answer would become part of what the new protocol says. */
const UNANSWERED = refuse('bad_request', {
  detail: 'An earlier request on this connection is still in progress.',
})

/** A WebSocket handshake that is to be accepted or refused. */
export interface UpgradeAttempt {
  req: IncomingMessage
  socket: Duplex
  head: Buffer
  path: string
  requestId: string
  /** Answers with a problem in place of 101 and closes the connection. */
  refuse(refusal: Refusal): void
}

interface Parts {
  handshakes: Handshakes
  /** Where Next's own upgrades (hot reload, in development) go. */
  next: Server | null
  isOurHost(host: string | undefined): boolean
  dev: boolean
  maxHeaders: number
}

/**
 * Sends each WebSocket handshake to the one that its path belongs to, because each protocol would otherwise claim or kill what
 * is not its own (Next ends unknown upgrades, engine.io matches prefixes). Handshakes pass neither the front's request handler nor
 * the middleware: what these ask of a request is asked here. What belongs to nobody is a 404.
 */
export function dispatchUpgrades(parts: Parts) {
  const refused = new SlidingWindow(MAX_REFUSED)
  return (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const key = ipKey(addressOf(req))
    const { requestId, fault } = cleanHeaders(req, settings().trustProxyHops, parts.dev)
    const target = readTarget(withoutClientSlash(req.url ?? ''))
    const path = target.kind === 'path' ? target.path : ''
    const about = { reason: 'upgrade', path, requestId } as const
    const retryAfterSeconds = refused.waitMs(key, now()) / 1000
    if (retryAfterSeconds > 0)
      return refuseConnection(socket, refuse('rate_limited', { retryAfterSeconds }), {
        ...about,
        wait: false,
      })
    const attempt: UpgradeAttempt = {
      ...{ req, socket, head, path, requestId },
      refuse: (refusal) => {
        refused.take(key, now())
        refuseConnection(socket, refusal, about)
      },
    }
    if (req.rawHeaders.length / 2 > parts.maxHeaders) return attempt.refuse(refuse('headers_too_large'))
    if (fault) return attempt.refuse(refuse('bad_request', { detail: fault }))
    if (owesAnswer(socket)) return attempt.refuse(UNANSWERED)
    if (target.kind !== 'path') return attempt.refuse(refuse('not_found'))
    if (!parts.isOurHost(target.authority ?? req.headers.host))
      return attempt.refuse(refuse('misdirected_request'))
    const door = doorAt(path)
    if (door)
      return void parts.handshakes
        .upgrade(door, attempt)
        .catch((error: unknown) => attempt.refuse(refusalOf(error, requestId)))
    if (parts.next && path.startsWith('/_next/')) return void parts.next.emit('upgrade', req, socket, head)
    attempt.refuse(refuse('not_found'))
  }
}

function addressOf(req: IncomingMessage): string | null {
  return clientAddress({
    remoteAddress: req.socket.remoteAddress,
    forwardedFor: String(req.headers['x-forwarded-for'] ?? ''),
    hops: settings().trustProxyHops,
  })
}
