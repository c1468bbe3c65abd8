import { randomBytes } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'

const RANDOM_BYTES = 24
const MARK_BYTES = 8

/** The PKCE verifier and the nonce of one authorization flow. */
export interface FlowSecrets {
  /** PKCE (RFC 7636 §4.1), 43 characters. */
  codeVerifier: string
  /** OpenID Connect Core 1.0 §3.1.2.1. */
  nonce: string
}

/**
 * The state of a new flow: 24 random bytes and 8 of their HMAC, base64url (43 characters). The HMAC
 * tells which secret the flow began with, so that it completes while AUTH_JWT_SECRET is replaced.
 */
export function newFlowState(): string {
  const random = randomBytes(RANDOM_BYTES)
  return Buffer.concat([random, mark(random, settings().tokens.secret)]).toString('base64url')
}

/**
 * The verifier and nonce of a flow, derived from its state with a key that only this service has,
 * so that nothing has to be stored.
 */
export function flowSecrets(state: string): FlowSecrets {
  const key = derivedKey(secretOf(state), 'oauth-flow')
  const derive = (purpose: string) => hmacSha256(key, `${purpose}\n${state}`).toString('base64url')
  return { codeVerifier: derive('verifier'), nonce: derive('nonce') }
}

/** A state from before the upgrade to this format names no secret: it uses the present one. */
function secretOf(state: string): string {
  const { secret, previousSecrets } = settings().tokens
  const bytes = Buffer.from(state, 'base64url')
  const random = bytes.subarray(0, RANDOM_BYTES)
  const isMarkedWith = (other: string) =>
    equalBytes(mark(random, other), bytes.subarray(RANDOM_BYTES))
  return previousSecrets.find(isMarkedWith) ?? secret
}

const mark = (random: Uint8Array, secret: string) =>
  hmacSha256(derivedKey(secret, 'oauth-state'), random).subarray(0, MARK_BYTES)
