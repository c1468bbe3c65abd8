import { settings } from '@/lib/config/settings'
import { derivedKey, hmacSha256 } from '@/lib/platform/crypto'

/** What belongs to one trip to a provider and never travels with it. */
export interface FlowSecrets {
  /** PKCE (RFC 7636 §4.1), 43 characters. */
  codeVerifier: string
  /** OpenID Connect Core 1.0 §3.1.2.1. */
  nonce: string
}

/** Verifier and nonce of a trip, derived from its state by a key that only this service has: there is nothing to store. */
export function flowSecrets(state: string): FlowSecrets {
  const key = derivedKey(settings().tokens.secret, 'oauth-flow')
  const derive = (purpose: string) => hmacSha256(key, `${purpose}\n${state}`).toString('base64url')
  return { codeVerifier: derive('verifier'), nonce: derive('nonce') }
}
