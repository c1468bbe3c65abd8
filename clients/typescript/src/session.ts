import { GatehouseError } from './errors.ts'
import { refreshAlone, writeAtOnce, writeInTurn } from './locks.ts'
import { newRandomText } from './random.ts'
import type { components } from './schema.ts'
import type { TokenStore } from './store.ts'

export type Tokens = components['schemas']['Tokens']
export type User = components['schemas']['User']

/** The signed-in user and the tokens of the session. */
export interface Session {
  session_id: string
  user: User
  access_token: string
  refresh_token: string
  /** When the access token expires, in milliseconds of this device's clock. */
  expires_at: number
  /** How long the access token was valid when it arrived, in milliseconds. */
  lifetime: number
}

/** Why the session is over. */
export type SignOutReason =
  | 'signed_out'
  /** The service refused the refresh token: the session expired or was revoked. */
  | 'session_ended'
  /** Another tab signed out. */
  | 'signed_out_elsewhere'

interface Stored {
  v: 1
  session: Session | null
  /** Outlives the session: the next sign-in sends it. */
  device_token: string | null
  /** The Idempotency-Key of the refresh that this refresh token is going through. */
  refresh_key?: string
}

const EMPTY: Stored = { v: 1, session: null, device_token: null }

/** Only these answers end a session. Everything else may be a fault on the way. */
const REFUSED = ['invalid_refresh_token', 'refresh_token_reused']
const isRefusal = (error: unknown): error is GatehouseError =>
  error instanceof GatehouseError && error.status === 401 && REFUSED.includes(error.code)

/**
 * The access token is renewed this early: at most a minute, at most half of its lifetime. The
 * service counts in whole seconds, so a token of a few seconds may end up to a second earlier.
 */
const EARLY_MS = 60_000
const EARLY_SHARE = 0.5

/** When a session's access token is due for renewal, in milliseconds of this device's clock. */
export function renewsAt({ expires_at, lifetime }: Session): number {
  return expires_at - Math.min(EARLY_MS, lifetime * EARLY_SHARE)
}

/** After a failed refresh, requests fail at once for this long instead of repeating it. */
const COOL_DOWN_MS = 1000

interface Parts {
  store: TokenStore
  /** Sends a refresh until an answer arrives, or throws. */
  exchange(refreshToken: string, key: string): Promise<Tokens>
  now(): number
}

type Listener = (session: Session | null, reason: SignOutReason | null) => void

/**
 * Keeps the session in the store and its tokens valid. A refresh token works once, so refreshes are
 * serialized across requests and tabs, and each has a key that is stored before it is sent:
 * repeating it, after a lost response or a crash, returns the same tokens.
 */
export class SessionKeeper {
  readonly #parts: Parts
  readonly #listeners = new Set<Listener>()
  #refreshing: Promise<Session | null> | null = null
  #failure: { error: unknown; at: number; pause: number; stale: string } | null = null
  /** The access token and session that listeners know of; undefined before the first read. */
  #known: { token: string | null } | undefined
  #stopWatching: (() => void) | null = null
  /** How many writes have begun, and how many of them have not ended. */
  #writes = 0
  #writing = 0
  #hasSkipped = false
  /**
   * How many sign-outs here have not ended: another tab may notice first that the session is over.
   */
  #forgetting = 0
  /** Whether the last write failed: the store then may remember a text that a restart loses. */
  #isUnsaved = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async session(): Promise<Session | null> {
    return (await this.#read()).session
  }

  async deviceToken(): Promise<string | null> {
    return (await this.#read()).device_token
  }

  /** The session with an access token that should be accepted. */
  async fresh(): Promise<Session | null> {
    const session = await this.session()
    if (!session) return null
    const now = this.#parts.now()
    if (now < renewsAt(session)) return session
    const renewed = this.renew(session.access_token)
    if (now >= session.expires_at) return renewed
    // The old token is still good: nothing waits for the new one, or depends on it.
    renewed.catch(() => undefined)
    return session
  }

  /** Replaces an access token that was refused or expires. Null: the session is over. */
  renew(stale: string): Promise<Session | null> {
    this.#refreshing ??= this.betweenRefreshes(() => this.#renew(stale)).finally(
      () => (this.#refreshing = null),
    )
    return this.#refreshing
  }

  async #renew(stale: string): Promise<Session | null> {
    const stored = await this.#read()
    const { session } = stored
    // Another tab was faster.
    if (!session || session.access_token !== stale) return session
    const { now, exchange, store } = this.#parts
    if (this.#isCooling(stale)) throw this.#failure!.error
    const proposal = stored.refresh_key ?? newRandomText()
    const key = (await store.keyFor?.(session.refresh_token, proposal)) ?? proposal
    const current = await this.#update(session, (latest) =>
      latest.refresh_key !== key || this.#isUnsaved ? { ...latest, refresh_key: key } : null,
    )
    if (current?.refresh_token !== session.refresh_token) return current
    const sentAt = now()
    try {
      const tokens = await exchange(session.refresh_token, key)
      return await this.#replace(session, toSession(tokens, sentAt), tokens.device_token)
    } catch (error) {
      if (isRefusal(error)) return this.#replace(session, null)
      this.#cool(error, stale)
      throw error
    }
  }

  #replace(old: Session, session: Session | null, deviceToken?: string): Promise<Session | null> {
    return this.#update(
      old,
      ({ device_token }) => ({ v: 1, session, device_token: deviceToken ?? device_token }),
      session ? null : 'session_ended',
    )
  }

  /**
   * Changes what is stored, unless a sign-in, a sign-out, or another tab has replaced the session:
   * then nothing is written. Null of `change` changes nothing. Returns the session afterwards.
   */
  #update(
    session: Session,
    change: (latest: Stored) => Stored | null,
    reason: SignOutReason | null = null,
  ): Promise<Session | null> {
    return this.#inTurn(async () => {
      const latest = await this.#read()
      if (latest.session?.refresh_token !== session.refresh_token) return latest.session
      const changed = change(latest)
      if (changed) await this.#write(changed, reason)
      return (changed ?? latest).session
    })
  }

  #cool(error: unknown, stale: string): void {
    const seconds = error instanceof GatehouseError ? (error.retryAfter ?? 0) : 0
    const pause = Math.max(COOL_DOWN_MS, seconds * 1000)
    this.#failure = { error, at: this.#parts.now(), pause, stale }
  }

  #isCooling(stale: string): boolean {
    if (this.#failure?.stale !== stale) return false
    const elapsed = this.#parts.now() - this.#failure.at
    // Negative if the clock was set back, which must not make the pause longer.
    return elapsed >= 0 && elapsed < this.#failure.pause
  }

  /** Runs a request whose answer replaces the tokens while no refresh of any tab is running. */
  betweenRefreshes<T>(work: () => Promise<T>): Promise<T> {
    return refreshAlone(this.#parts.store, work)
  }

  /** Starts a session with the tokens of a sign-in, or continues one with rotated tokens. */
  async adopt(tokens: Tokens): Promise<Session> {
    const session = toSession(tokens, this.#parts.now())
    const { device_token } = tokens
    await this.#inTurn(() => this.#write({ v: 1, session, device_token }))
    return session
  }

  /** Forgets the session if it is still the stored one. The device token stays. */
  async forget(sessionId: string): Promise<void> {
    this.#forgetting++
    try {
      await writeAtOnce(this.#parts.store, async () => {
        const { session, device_token } = await this.#read()
        if (session?.session_id !== sessionId) return
        await this.#write({ v: 1, session: null, device_token }, 'signed_out')
      })
    } finally {
      this.#forgetting--
    }
  }

  /** Calls `listener` with new tokens and, with null and a reason, after the end of the session. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#stopWatching ??= this.#parts.store.watch?.(this.#look) ?? null
    // Without a first read, a sign-out in another tab would not be seen as a change.
    this.#look()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stopWatching?.()
      this.#stopWatching = null
    }
  }

  readonly #look = () => void this.#read().catch(() => undefined)

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return writeInTurn(this.#parts.store, work)
  }

  async #read(): Promise<Stored> {
    const [writes, isQuiet] = [this.#writes, this.#writing === 0]
    const stored = parse(await this.#parts.store.get())
    // What was read beside a write may be the state before or after it, so listeners hear of
    // neither.
    if (isQuiet && writes === this.#writes) this.#note(stored.session, this.#reasonFor(stored))
    else this.#hasSkipped = true
    return stored
  }

  /** Why what was read has no session. */
  #reasonFor({ session }: Stored): SignOutReason | null {
    if (session) return null
    return this.#forgetting > 0 ? 'signed_out' : 'signed_out_elsewhere'
  }

  async #write(stored: Stored, reason: SignOutReason | null = null): Promise<void> {
    this.#writes++
    this.#writing++
    try {
      await this.#parts.store.set(JSON.stringify(stored))
      this.#isUnsaved = false
      this.#note(stored.session, reason)
    } catch (error) {
      this.#isUnsaved = true
      throw error
    } finally {
      this.#writing--
      if (this.#writing === 0 && this.#hasSkipped) this.#lookAgain()
    }
  }

  /** A skipped read may have been the one that saw a change of another tab. */
  #lookAgain(): void {
    this.#hasSkipped = false
    if (this.#listeners.size > 0) this.#look()
  }

  #note(session: Session | null, reason: SignOutReason | null): void {
    const token = session?.access_token ?? null
    const isNew = this.#known !== undefined && this.#known.token !== token
    this.#known = { token }
    if (!isNew) return
    for (const listener of this.#listeners) {
      try {
        listener(session, reason)
      } catch (error) {
        // Reported like an error of an event handler: it must not stop what the session is doing.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

function toSession(tokens: Tokens, receivedAt: number): Session {
  const { access_token, refresh_token, session_id, user } = tokens
  const lifetime = tokens.expires_in * 1000
  // Both times are of this device's clock, so it need not agree with the service's.
  const expires_at = receivedAt + lifetime
  return { access_token, refresh_token, session_id, user, expires_at, lifetime }
}

function parse(text: string | null): Stored {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored | null
    return stored?.v === 1 ? stored : EMPTY
  } catch {
    return EMPTY
  }
}
