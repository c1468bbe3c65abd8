import type { GuardContext } from './context.js'
import { getJson } from './get-json.js'
import { refuse, type Refusal } from './refusals.js'
import { reasonOf } from './reports.js'
import type { Access, KnownToken } from './token-cache.js'

const MAX_IN_PROGRESS = 200
/** After this many failures in a row, requests are refused without another attempt for a moment. */
const FAILURES_BEFORE_PAUSE = 3
const PAUSE_MS = 500
/** A change during the request makes its answer worthless; after this many, the caller waits. */
const MAX_ATTEMPTS = 3

/** Gatehouse could not be asked. */
const UNAVAILABLE = refuse('unavailable')
const OVERLOADED = refuse('overloaded')

/** Whether an access says only that Gatehouse could not be asked. */
export function isNoAnswer(access: Access): access is Refusal {
  return access === UNAVAILABLE || access === OVERLOADED
}

/**
 * Asks Gatehouse for the roles and permissions of a token's owner, with the token itself: the
 * answer also says whether its session is active, and needs no privilege of this service.
 */
export class AccessReader {
  readonly #url: string
  readonly #context: GuardContext
  readonly #asking = new Set<KnownToken>()
  #inProgress = 0
  #failuresInARow = 0
  #pausedUntil = -Infinity

  constructor(baseUrl: string, context: GuardContext) {
    this.#url = `${baseUrl}/api/v1/auth/permissions`
    this.#context = context
  }

  /** Callers with the same token share a request, unless its owner changed after it began. */
  async read(known: KnownToken): Promise<Access> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { changes } = known
      if (known.asking?.changes !== changes) this.#begin(known)
      const answer = await known.asking!.answer
      if (known.changes === changes) return answer
    }
    return OVERLOADED
  }

  /** The tokens of a user whose access is being asked for; null: of every user. */
  *asking(userId: string | null): Iterable<KnownToken> {
    for (const known of this.#asking)
      if (userId === null || known.claims.userId === userId) yield known
  }

  #begin(known: KnownToken): void {
    const { changes } = known
    this.#asking.add(known)
    const askedAt = this.#context.steady()
    const answer = this.#ask(known)
      .then((access) => {
        if (isNoAnswer(access)) known.unansweredAt = this.#context.steady()
        else if (known.changes === changes) {
          known.access = access
          known.askedAt = askedAt
        }
        return access
      })
      .finally(() => {
        if (known.asking?.answer !== answer) return
        known.asking = null
        this.#asking.delete(known)
      })
    known.asking = { changes, answer }
  }

  async #ask(known: KnownToken): Promise<Access> {
    const { steady, report } = this.#context
    if (steady() < this.#pausedUntil) return UNAVAILABLE
    if (this.#inProgress >= MAX_IN_PROGRESS) return OVERLOADED
    this.#inProgress++
    try {
      const access = await this.#get(known)
      this.#failuresInARow = 0
      return access
    } catch (error) {
      if (++this.#failuresInARow >= FAILURES_BEFORE_PAUSE) this.#pausedUntil = steady() + PAUSE_MS
      report(`can’t read permissions at ${this.#url}: ${reasonOf(error)}`, error)
      return UNAVAILABLE
    } finally {
      this.#inProgress--
    }
  }

  async #get({ token, claims, access }: KnownToken): Promise<Access> {
    const last = access?.ok ? access : null
    const { status, headers, body } = await getJson(this.#url, this.#context, {
      authorization: `Bearer ${token}`,
      ...(last?.etag ? { 'if-none-match': last.etag } : {}),
    })
    if (status === 304 && last) return last
    if (status === 200) return readAccess(body, claims.userId, headers.get('etag'))
    const { code } = (body ?? {}) as { code?: unknown }
    if (status === 401)
      return refuse(code === 'session_revoked' || code === 'token_expired' ? code : 'invalid_token')
    if (status === 403 && isRefusalOfOwner(code)) return refuse(code)
    if (status === 429) return OVERLOADED
    throw new Error(`answered with status ${status}`)
  }
}

/**
 * The refusals that say what the owner of the token lacks. A proxy's 403, for example, says
 * nothing.
 */
const OF_OWNER = ['account_disabled', 'mfa_enrolment_required', 'mfa_proof_required'] as const

function isRefusalOfOwner(code: unknown): code is (typeof OF_OWNER)[number] {
  return OF_OWNER.some((one) => one === code)
}

function readAccess(body: unknown, userId: string, etag: string | null): Access {
  const { user_id, roles, permissions } = (body ?? {}) as Record<string, unknown>
  if (user_id !== userId || !isTexts(roles) || !isTexts(permissions))
    throw new Error('the answer has an unknown form')
  return { ok: true, roles: Object.freeze(roles), permissions: new Set(permissions), etag }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
