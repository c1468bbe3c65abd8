import type { IncomingMessage } from 'node:http'
import { findLiveCaller, type Door, type LiveCaller } from '@/lib/http/live-caller'
import { refusalOf } from '@/lib/http/refusal-of'
import type { ApiRequest } from '@/lib/http/api-request'
import { now } from '@/lib/platform/clock'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Places } from '@/server/hub/places'

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
  by: { door: Door; places: Places; requestId: string },
): Promise<Outcome<{ admission: Admission }>> {
  try {
    const found = await findLiveCaller(asAsked(req), by.door, now())
    if (!found.ok) return found
    const leave = by.places.take(by.door, found.caller.userId)
    if (leave) return { ok: true, admission: { caller: found.caller, leave, claimed: false } }
    const detail = 'This account has reached its limit of live connections. Close one first.'
    return refuse('rate_limited', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
  } catch (error) {
    return refusalOf(error, by.requestId)
  }
}
