import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { findFeedCaller } from '@/lib/http/feed-caller'
import { findLiveCaller, type LiveCaller, type LiveEndpoint } from '@/lib/http/live-caller'
import { toRefusal } from '@/lib/http/wire-response'
import { now } from '@/lib/platform/clock'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { refuseConnection } from '@/server/gateway/refuse-request'
import { clientAddressOf, headerOf, queryOf } from '@/server/gateway/request-head'
import type { ConnectionLimits } from '@/server/live/connection-limits'

/** A handshake that was accepted. */
export interface Admission {
  caller: LiveCaller
  /** Releases the user's slot. */
  leave(): void
  /**
   * Whether a connection was opened from it. The connection then releases the slot when it ends.
   */
  claimed: boolean
}

/** An accepted connection to the feed of changes. */
export interface FeedAdmission {
  userId: string
  /** Authenticates it again. */
  check(): Promise<Outcome>
  /** Releases its slot; safe to call twice. */
  leave(): void
}

const RETRY_AFTER_SECONDS = 10
const TOO_MANY = refuse('rate_limited', {
  detail: 'This account has reached its limit of live connections. Close one first.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

/** The parts of the request that authenticate a handshake. */
export function toApiRequest(req: IncomingMessage): Pick<ApiRequest, 'header' | 'query'> {
  return {
    header: (name) => headerOf(req, name),
    query: () => queryOf(req),
  }
}

/**
 * Accepts a handshake and reserves a connection slot for it, or returns the refusal. Never throws.
 */
export async function admitHandshake(
  req: IncomingMessage,
  by: { endpoint: LiveEndpoint; limits: ConnectionLimits; requestId: string },
): Promise<Outcome<{ admission: Admission }>> {
  try {
    const caller = { now: now(), ip: clientAddressOf(req) }
    const found = await findLiveCaller(toApiRequest(req), by.endpoint, caller)
    if (!found.ok) return found
    const leave = await by.limits.take(by.endpoint, found.caller.userId)
    if (leave) return { ok: true, admission: { caller: found.caller, leave, claimed: false } }
    return TOO_MANY
  } catch (error) {
    return toRefusal(error, by.requestId)
  }
}

/** The same for a connection to the feed of changes. */
export async function admitToFeed(
  req: IncomingMessage,
  by: { ip: string | null; limits: ConnectionLimits; requestId: string },
): Promise<Outcome<{ admission: FeedAdmission }>> {
  const request = toApiRequest(req)
  const check = () => findFeedCaller(request, { ip: by.ip, now: now() })
  try {
    const found = await check()
    if (!found.ok) return found
    const { userId } = found
    const leave = await by.limits.take('feed', userId)
    return leave ? { ok: true, admission: { userId, check, leave } } : TOO_MANY
  } catch (error) {
    return toRefusal(error, by.requestId)
  }
}

/**
 * Describes what Engine.IO, the protocol under Socket.IO, cannot handle in the query of a request;
 * null if nothing. Checked before the protocol switch, because Engine.IO completes the WebSocket
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

/**
 * The value of a parameter that occurs exactly once: with two, another reader could use the other
 * one.
 */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  return values.length === 1 ? values[0]! : null
}

/**
 * Refuses a WebSocket handshake with an invalid key, version or subprotocol. The header names the
 * supported version (RFC 6455 §4.4).
 */
export function refuseBadHandshake(error: Error, socket: Duplex, req: IncomingMessage): void {
  refuseConnection(socket, refuse('bad_request', { detail: `${error.message}.` }), {
    reason: 'upgrade',
    path: (req.url ?? '').split('?', 1)[0]!,
    requestId: String(req.headers['x-request-id']),
    headers: { 'sec-websocket-version': '13' },
  })
}
