import type { ServerResponse } from 'node:http'
import type { TokenFault } from '@/tests/kit/forge-id-token'

/** The endpoints that a test can break. */
export type Endpoint = 'discovery' | 'keys' | 'token' | 'user' | 'emails'

type Fault = 'hang' | '401' | '403' | '500' | 'html' | 'huge' | 'redirect'

/**
 * How a stand-in misbehaves; `ok`: not at all. `access_denied`: the user declines
 * (`evil_description`: with markup in the error text). `no_iss`, `wrong_iss`: the `iss` parameter
 * of RFC 9207 is missing or names another server. `foreign_issuer`: discovery names another issuer.
 * `lean_id_token`: the id_token names only the subject, the rest is at the userinfo endpoint;
 * `foreign_userinfo`: the same, but the userinfo belongs to another user. `unknown_key`: the
 * id_token is signed with a key that was not published.
 */
export type Mode =
  | 'ok'
  | 'access_denied'
  | 'evil_description'
  | 'no_iss'
  | 'wrong_iss'
  | 'foreign_issuer'
  | 'lean_id_token'
  | 'foreign_userinfo'
  | 'unknown_key'
  | `${Endpoint}_${Fault}`
  | TokenFault

/** Longer than any response that the service reads. */
const PADDING = 'x'.repeat(1_000_000)

/**
 * Responds in place of a broken endpoint; false if it works. An oversized response is otherwise
 * correct, so the endpoint itself writes it.
 */
export function breaksAt(endpoint: Endpoint, mode: Mode, res: ServerResponse): boolean {
  if (!mode.startsWith(`${endpoint}_`)) return false
  const fault = mode.slice(endpoint.length + 1) as Fault
  if (fault === 'huge') return false
  if (fault === 'hang') return true
  if (fault === 'redirect') res.writeHead(302, { location: '/elsewhere' }).end()
  else if (fault === 'html')
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Maintenance</h1>')
  else
    res
      .writeHead(Number(fault), { 'content-type': 'application/json' })
      .end(JSON.stringify({ message: fault }))
  return true
}

/** The body of a response, padded if the endpoint should exceed the size limit. */
export function padded(endpoint: Endpoint, mode: Mode, body: object): object {
  return mode === `${endpoint}_huge` ? { ...body, padding: PADDING } : body
}
