import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { GuardContext } from './context.js'
import { getJson } from './get-json.js'
import { reasonOf } from './reports.js'

/** A public key of Gatehouse. The key decides the algorithm, never the header of a token. */
export interface VerificationKey {
  alg: 'ES256' | 'EdDSA'
  key: KeyObject
}

const MAX_KEYS = 20
const MAX_KID_LENGTH = 128
/** How old the set may be before it is read again in the background. */
const FRESH_MS = 5 * 60_000
/** Beyond this age a key that Gatehouse withdrew could still be trusted, so the set is not used. */
const USABLE_MS = 60 * 60_000
/** A token with an unknown key ID reads the set again, but no more often than this. */
const COOLDOWN_MS = 30_000
const RETRY_AFTER_FAILURE_MS = 1000
const TURN_ON = 'set AUTH_JWT_KEY_ROTATION or AUTH_JWT_SIGNING_KEYS'

/** The public keys at `jwks_uri`, read when they are needed and cached. */
export class KeySet {
  readonly #url: string
  readonly #context: GuardContext
  #keys: ReadonlyMap<string, VerificationKey> = new Map()
  #readAt = -Infinity
  #nextReadAt = -Infinity
  #hasFailed = false
  #reading: Promise<void> | null = null

  constructor(url: string, context: GuardContext) {
    this.#url = url
    this.#context = context
  }

  /**
   * The cached key; null if it has to be looked up with `read`. An outdated set still serves while
   * it is read again: Gatehouse, when asked about the token, refuses a withdrawn key itself.
   */
  peek(kid: string): VerificationKey | null {
    const age = this.#context.steady() - this.#readAt
    if (age > USABLE_MS) return null
    if (age > FRESH_MS) void this.#readAgain()
    return this.#keys.get(kid) ?? null
  }

  /**
   * The key, after the set was read again if that is due; null if there is no such key. While the
   * set cannot be read, an unknown key may be a new one.
   */
  async read(kid: string): Promise<VerificationKey | null | 'unavailable'> {
    await this.#readAgain()
    return this.peek(kid) ?? (this.#isUsable() && !this.#hasFailed ? null : 'unavailable')
  }

  #isUsable(): boolean {
    return this.#context.steady() - this.#readAt <= USABLE_MS
  }

  #readAgain(): Promise<void> {
    if (this.#reading) return this.#reading
    if (this.#context.steady() < this.#nextReadAt) return Promise.resolve()
    this.#reading = this.#load().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #load(): Promise<void> {
    const { steady, report } = this.#context
    try {
      const { status, body } = await getJson(this.#url, this.#context)
      if (status !== 200) throw new Error(`answered with status ${status}`)
      this.#keys = readKeys(body)
      if (this.#keys.size === 0)
        report(`there are no public keys at ${this.#url}: ${TURN_ON} in Gatehouse`)
      this.#readAt = steady()
      this.#hasFailed = false
      this.#nextReadAt = steady() + COOLDOWN_MS
    } catch (error) {
      this.#hasFailed = true
      this.#nextReadAt = steady() + RETRY_AFTER_FAILURE_MS
      report(`can’t read the public keys at ${this.#url}: ${reasonOf(error)}`, error)
    }
  }
}

function readKeys(body: unknown): Map<string, VerificationKey> {
  const { keys } = (body ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new Error('the answer is not a key set')
  const read = new Map<string, VerificationKey>()
  for (const jwk of keys.slice(0, MAX_KEYS) as unknown[]) {
    const { kid } = (jwk ?? {}) as { kid?: unknown }
    const key = readKey(jwk as JsonWebKey | null)
    if (key && typeof kid === 'string' && kid.length <= MAX_KID_LENGTH) read.set(kid, key)
  }
  return read
}

/** Keys of other kinds, such as `oct`, are ignored: only signatures are verified here. */
function readKey(jwk: JsonWebKey | null): VerificationKey | null {
  const { kty, crv, x, y, use = 'sig', alg: named } = jwk ?? {}
  const alg =
    kty === 'EC' && crv === 'P-256' ? 'ES256' : kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : null
  if (!alg || use !== 'sig' || (named !== undefined && named !== alg)) return null
  try {
    const members = { kty, crv, x, ...(y === undefined ? {} : { y }) } as JsonWebKey
    return { alg, key: createPublicKey({ key: members, format: 'jwk' }) }
  } catch {
    return null
  }
}
