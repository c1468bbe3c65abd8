import type { IncomingMessage } from 'node:http'
import { addAbortSignal } from 'node:stream'
import { readBody } from './read-body.js'

const MAX_BYTES = 16 * 1024

const ADVICE_BY_CODE: ReadonlyMap<unknown, string> = new Map([
  ['insufficient_permission', 'the API key needs the permission users:read'],
  [
    'address_not_allowed',
    'the API key doesn’t allow the address of this service: create a key that does',
  ],
  ['mfa_enrolment_required', 'the owner of the API key must set up two-step verification'],
])
const ADVICE_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'the API key is invalid, revoked, or expired: create another one'],
  [429, 'the API key has too many connections or attempts'],
])

/**
 * Why the handshake of the feed was refused, and what to do. Never rejects: a proxy may answer with
 * anything, for any time.
 */
export async function explainRefusal(response: IncomingMessage, withinMs: number): Promise<string> {
  const { statusCode: status = 0 } = response
  const advice =
    ADVICE_BY_CODE.get(await readCode(response, withinMs)) ?? ADVICE_BY_STATUS.get(status)
  return advice ? `${advice} (status ${status})` : `answered with status ${status}`
}

/** The code of a problem document; nothing if the body is no such document. */
async function readCode(response: IncomingMessage, withinMs: number): Promise<unknown> {
  try {
    const body = addAbortSignal(AbortSignal.timeout(withinMs), response)
    const bytes = await readBody(body, MAX_BYTES)
    return (JSON.parse(String(bytes)) as { code?: unknown } | null)?.code
  } catch {
    return undefined
  }
}
