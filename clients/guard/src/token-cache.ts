import type { Refusal } from './refusals.js'
import type { TokenClaims } from './verify-token.js'

/** What Gatehouse answered about the owner of a token. */
export type Access =
  | { ok: true; roles: readonly string[]; permissions: ReadonlySet<string>; etag: string | null }
  | Refusal

/** A verified token, and what is known about its owner. */
export class KnownToken {
  readonly token: string
  readonly claims: TokenClaims
  access: Access | null = null
  /** When the access was requested, by the steady clock. */
  askedAt = -Infinity
  /** When Gatehouse last gave no answer about it. */
  unansweredAt = -Infinity
  /** Counts the changes of its owner, so that an answer from before one is not kept. */
  changes = 0
  /** The request in progress, and how many changes it takes into account. */
  asking: { changes: number; answer: Promise<Access> } | null = null

  constructor(token: string, claims: TokenClaims) {
    this.token = token
    this.claims = claims
  }

  /** Its owner changed: what is known may be wrong. */
  doubt(): void {
    this.changes++
    this.askedAt = -Infinity
  }
}

/** The tokens verified most recently, so that a signature is verified once for each. */
export class TokenCache {
  readonly #max: number
  /** Least recently used first. */
  readonly #tokens = new Map<string, KnownToken>()
  readonly #byUser = new Map<string, Set<KnownToken>>()

  constructor(max: number) {
    this.#max = max
  }

  get(token: string): KnownToken | undefined {
    const known = this.#tokens.get(token)
    if (!known) return undefined
    this.#tokens.delete(token)
    this.#tokens.set(token, known)
    return known
  }

  add(known: KnownToken): void {
    this.#tokens.set(known.token, known)
    const { userId } = known.claims
    const others = this.#byUser.get(userId)
    if (others) others.add(known)
    else this.#byUser.set(userId, new Set([known]))
    if (this.#tokens.size > this.#max) this.delete(this.#tokens.values().next().value!)
  }

  delete(known: KnownToken): void {
    this.#tokens.delete(known.token)
    const { userId } = known.claims
    const ofUser = this.#byUser.get(userId)
    ofUser?.delete(known)
    if (ofUser?.size === 0) this.#byUser.delete(userId)
  }

  /** The tokens of a user; null: of every user. */
  of(userId: string | null): Iterable<KnownToken> {
    return userId === null ? this.#tokens.values() : (this.#byUser.get(userId) ?? [])
  }
}
