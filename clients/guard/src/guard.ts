import { AccessReader, isNoAnswer } from './access-reader.js'
import type { GuardContext } from './context.js'
import { type Change, Feed } from './feed.js'
import { KeySet, type VerificationKey } from './key-set.js'
import { type GuardOptions, readOptions, type Settings } from './options.js'
import { assertPermission } from './permission.js'
import { RecentChanges } from './recent-changes.js'
import { type ProblemResponse, refuse, type Refusal, toProblem } from './refusals.js'
import { type Access, KnownToken, TokenCache } from './token-cache.js'
import { isExpired, type OtherClaim, parseToken, readToken } from './verify-token.js'
import { isRawBody, readWebhook, type WebhookDelivery } from './webhook.js'
import type { WebhookEvent } from './webhook-events.js'

/** Who sent a request: the owner of a verified token whose session is active. */
export interface Caller {
  userId: string
  sessionId: string
  /** The administrator who views as this user, and may only read; null if it is the user. */
  actorId: string | null
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** All claims of the access token. */
  claims: Readonly<Record<string, unknown>>
}

/** What a request does. Without a method, it counts as one that changes something. */
export interface CheckedRequest {
  method?: string | undefined
}

export type Decision = { ok: true; caller: Caller } | Refusal

/** Access is asked for again after this long, even if every change is heard. */
const REVALIDATE_MS = 5 * 60_000
/** How long an answer that may be the old state is used without asking again. */
const PROVISIONAL_MS = 500

/** What someone who views as a user may do: the methods that change nothing (RFC 9110 §9.2.1). */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const RAW_BODY_MISSING =
  'The webhook receiver needs the raw body. Mount it before body parsers, or with one that keeps the bytes.'

// b64token of RFC 6750 §2.1.
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Protects a service with the access tokens and permissions of Gatehouse. */
export class Guard {
  readonly #settings: Settings
  readonly #context: GuardContext
  readonly #keys: KeySet
  readonly #tokens: TokenCache
  readonly #changes: RecentChanges
  readonly #reader: AccessReader
  readonly #feed: Feed | null
  #provenAt = -Infinity

  constructor(options: GuardOptions) {
    const settings = (this.#settings = readOptions(options))
    const context = (this.#context = settings.context)
    this.#keys = new KeySet(settings.jwksUrl, context)
    this.#tokens = new TokenCache(settings.maxTokens)
    this.#changes = new RecentChanges(context.steady)
    this.#reader = new AccessReader(settings.baseUrl, context)
    const { apiKey, baseUrl } = settings
    this.#feed = apiKey
      ? new Feed({ baseUrl, apiKey }, context, {
          began: () => this.#apply({ type: 'access', userId: null }),
          proven: () => (this.#provenAt = context.steady()),
          changed: (change) => this.#apply(change),
        })
      : null
  }

  /**
   * Decides about a request by its Authorization header: the token is valid, its session is active,
   * it may do what the request does, and its owner has the permission. Without one, or with null,
   * every signed-in user is admitted. Rejects only with a TypeError, for an invalid permission.
   */
  check(authorization: string | null | undefined): Promise<Decision>
  check(
    authorization: string | null | undefined,
    permission: string | null,
    request?: CheckedRequest,
  ): Promise<Decision>
  async check(
    authorization: string | null | undefined,
    ...given: [permission?: string | null, request?: CheckedRequest]
  ): Promise<Decision> {
    const [permission = null, { method } = {}] = given
    if (given.length > 0 && given[0] !== null) assertPermission(given[0])
    const known = await this.#identify(authorization)
    if (!(known instanceof KnownToken)) return known
    const { claims } = known
    const access = this.#isFresh(known) ? known.access! : await this.#readAccess(known)
    if (this.#changes.isRevoked(claims.sessionId)) return refuse('session_revoked')
    if (!access.ok) return access
    if (claims.actorId !== null && !(method && READING_METHODS.has(method)))
      return refuse('impersonation_read_only')
    const { roles, permissions } = access
    if (permission !== null && !permissions.has(permission))
      return refuse('insufficient_permission', permission)
    const { userId, sessionId, actorId, all } = claims
    return { ok: true, caller: { userId, sessionId, actorId, roles, permissions, claims: all } }
  }

  /**
   * Takes a webhook of Gatehouse: verifies its signature and forgets what it says has changed. The
   * body must be the raw bytes; anything else is refused and reported. Returns the event,
   * discriminated by `type`; null if only a newer version of Gatehouse has that type.
   */
  handleWebhook(delivery: WebhookDelivery): { ok: true; event: WebhookEvent | null } | Refusal {
    if (!isRawBody(delivery.body)) {
      this.#context.report(RAW_BODY_MISSING)
      return { ...refuse('invalid_signature'), detail: RAW_BODY_MISSING }
    }
    const read = readWebhook(delivery, this.#settings.webhookKeys, this.#context.wall())
    if (!read.ok) return refuse('invalid_signature')
    if (read.change) this.#apply(read.change)
    return { ok: true, event: read.event }
  }

  /** A refusal as the response to send. `path`: of the refused request. */
  problem(refusal: Refusal, path: string): ProblemResponse {
    return toProblem(refusal, this.#settings.publicUrl, path)
  }

  /** Closes the live feed. Afterwards the guard still works, as if the feed were lost. */
  close(): void {
    this.#feed?.close()
  }

  async #identify(authorization: string | null | undefined): Promise<KnownToken | Refusal> {
    if (!authorization || !/^bearer\b/i.test(authorization)) return refuse('token_missing')
    const token = BEARER.exec(authorization)?.[1]
    if (!token) return refuse('invalid_token')
    const known = this.#tokens.get(token) ?? (await this.#verify(token))
    if (!(known instanceof KnownToken)) return known
    if (!isExpired(known.claims.expiresAt, this.#settings.expected, this.#context.wall()))
      return this.#changes.isRevoked(known.claims.sessionId) ? refuse('session_revoked') : known
    this.#tokens.delete(known)
    return refuse('token_expired')
  }

  async #verify(token: string): Promise<KnownToken | Refusal> {
    const parsed = parseToken(token)
    if (!parsed) return refuse('invalid_token')
    const key: VerificationKey | 'unavailable' | null =
      this.#keys.peek(parsed.kid) ?? (await this.#keys.read(parsed.kid))
    if (key === 'unavailable') return refuse('unavailable')
    if (!key) return refuse('invalid_token')
    const claims = readToken(parsed, key, this.#settings.expected, this.#context.wall())
    if (claims === 'invalid') return refuse('invalid_token')
    if (claims === 'expired') return refuse('token_expired')
    if ('option' in claims) return this.#refuseOther(claims)
    const known = this.#tokens.get(token) ?? new KnownToken(token, claims)
    this.#tokens.add(known)
    return known
  }

  /**
   * Reported, because a wrong option refuses everyone, and each refusal alone looks like an attack.
   */
  #refuseOther({ option, claim }: OtherClaim): Refusal {
    const [given, expected] = [claim, this.#settings.expected[option]].map((v) => JSON.stringify(v))
    this.#context.report(
      `a token of Gatehouse has the ${option} ${given}, expected ${expected}: correct the option ${option}`,
    )
    return refuse('invalid_token')
  }

  /** Whether the access may be used without asking. */
  #isFresh(known: KnownToken): boolean {
    if (!this.#isProven(known)) return false
    if (!this.#feed || this.#feed.isHeard) return true
    const triedAt = Math.max(known.askedAt, known.unansweredAt)
    return this.#context.steady() - triedAt <= PROVISIONAL_MS
  }

  /**
   * Whether the access may be used: it was asked for, or the feed was proven alive, not longer ago
   * than the staleness allowed.
   */
  #isProven({ access, askedAt, claims }: KnownToken): boolean {
    if (!access || askedAt === -Infinity) return false
    const now = this.#context.steady()
    if (now - askedAt > REVALIDATE_MS) return false
    if (this.#changes.isFenced(claims.userId, askedAt)) return now - askedAt <= PROVISIONAL_MS
    return now - Math.max(askedAt, this.#provenAt) <= this.#settings.maxStaleMs
  }

  async #readAccess(known: KnownToken): Promise<Access> {
    const heard = known.changes
    const access = await this.#reader.read(known)
    if (!access.ok && access.code === 'session_revoked')
      this.#changes.revoke(known.claims.sessionId)
    const isStillKnown = known.changes === heard && known.askedAt !== -Infinity
    if (!isStillKnown || !isNoAnswer(access)) return access
    const serveStale = this.#settings.serveStale && access.code === 'unavailable'
    return serveStale || this.#isProven(known) ? known.access! : access
  }

  #apply(change: Change): void {
    const { userId } = change
    const isAffected =
      change.type === 'access' ||
      (({ claims }: KnownToken) => claims.sessionId === change.sessionId)
    if (change.type === 'session') this.#changes.revoke(change.sessionId)
    else this.#changes.fence(userId)
    // A token that was evicted while its access is being asked for must not miss the change.
    for (const known of [...this.#tokens.of(userId), ...this.#reader.asking(userId)])
      if (isAffected === true || isAffected(known)) known.doubt()
  }
}
