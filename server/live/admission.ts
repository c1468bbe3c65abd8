import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { findLiveCaller, type LiveCaller, type LiveEndpoint } from '@/lib/http/live-caller'
import { toRefusal } from '@/lib/http/problem-response'
import { now } from '@/lib/platform/clock'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { refuseConnection } from '@/server/gateway/refuse-request'

/** A handshake that was let in. */
export interface Admission {
  caller: LiveCaller
  /** Gives the user's place back. */
  leave(): void
  /** Whether a connection has come of it, which then gives the place back when it ends. */
  claimed: boolean
}

const RETRY_AFTER_SECONDS = 10

/** What judges a handshake of the request. */
export function asAsked(req: IncomingMessage): Pick<ApiRequest, 'header' | 'query'> {
  return {
    header: (name) => {
      const value = req.headers[name]
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
    },
    query: () => queryOf(req),
  }
}

/** The query of a request. */
export function queryOf(req: IncomingMessage): URLSearchParams {
  const url = req.url ?? ''
  const cut = url.indexOf('?')
  return new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1))
}

/** Lets a handshake in, with a place for it, or says why not. Never throws. */
export async function admitHandshake(
  req: IncomingMessage,
  by: { door: LiveEndpoint; places: ConnectionLimits; requestId: string },
): Promise<Outcome<{ admission: Admission }>> {
  try {
    const found = await findLiveCaller(asAsked(req), by.door, now())
    if (!found.ok) return found
    const leave = by.places.take(by.door, found.caller.userId)
    if (leave) return { ok: true, admission: { caller: found.caller, leave, claimed: false } }
    const detail = 'This account has reached its limit of live connections. Close one first.'
    return refuse('rate_limited', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
  } catch (error) {
    return toRefusal(error, by.requestId)
  }
}

/** How many connections one user may have at one door of one instance. */
const CONNECTIONS_PER_USER = 20

/**
 * Counts the connections of each user, from the moment a handshake is let in. When all places are
 * taken the newcomer is refused: were the oldest ended instead, twenty-one clients that connect
 * again by themselves would chase each other for ever.
 */
export class ConnectionLimits {
  readonly #taken = new Map<string, number>()

  /**
   * Takes a place and gives the way to leave it (which may be gone twice); null when there is none.
   */
  take(door: LiveEndpoint, userId: string): (() => void) | null {
    const key = `${door} ${userId}`
    const taken = this.#taken.get(key) ?? 0
    if (taken >= CONNECTIONS_PER_USER) return null
    this.#taken.set(key, taken + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const rest = this.#taken.get(key)! - 1
      if (rest > 0) this.#taken.set(key, rest)
      else this.#taken.delete(key)
    }
  }
}

/**
 * What Engine.IO, the protocol under Socket.IO, could not serve in the query of a request; null
 * when all is well. Asked before any switch of protocols: Engine.IO itself completes the WebSocket
 * handshake first and then writes an HTTP error into it.
 */
export function protocolFault(
  query: URLSearchParams,
  transport: 'polling' | 'websocket',
): Refusal | null {
  if (onlyValue(query, 'EIO') !== '4')
    return refuse('bad_request', {
      detail:
        'This service supports version 4 of the Engine.IO protocol (EIO=4). Use a Socket.IO client of version 3 or 4.',
    })
  if (onlyValue(query, 'transport') !== transport)
    return refuse('bad_request', {
      detail: `This request uses ${transport}, so it must set transport=${transport}.`,
    })
  if (query.getAll('sid').length > 1)
    return refuse('bad_request', { detail: 'Send sid only once.' })
  return null
}

/** The value of a parameter that is there once; of two, another reader could take the other. */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  return values.length === 1 ? values[0]! : null
}

/**
 * Answers a WebSocket handshake whose key, version or subprotocols are wrong. The header says which
 * version is spoken (RFC 6455 §4.4).
 */
export function refuseBadHandshake(error: Error, socket: Duplex, req: IncomingMessage): void {
  refuseConnection(socket, refuse('bad_request', { detail: `${error.message}.` }), {
    reason: 'upgrade',
    path: (req.url ?? '').split('?', 1)[0]!,
    requestId: String(req.headers['x-request-id']),
    headers: { 'sec-websocket-version': '13' },
  })
}
