import { requireTokens } from './refresh.ts'
import type { Requests } from './request.ts'
import type { components, operations } from './schema.ts'
import type { Session, SessionKeeper, SignOutReason, User } from './session.ts'

type Body<O extends keyof operations> = operations[O] extends {
  requestBody?: { content: { 'application/json': infer B } }
}
  ? B
  : never
export type MfaChallenge = components['schemas']['MfaChallenge']
export type Credentials = Extract<Body<'signIn'>, { email: string }>
export type SecondStep = Extract<Body<'signIn'>, { mfa_token: string }>

/** A completed sign-in. On a server, give `device_token` to the browser for the next sign-in. */
export interface SignedIn {
  status: 'signed_in'
  user: User
  session_id: string
  device_token: string
}

/** What a sign-in led to. */
export type SignInResult = SignedIn | MfaChallenge

export interface LoginInit {
  signal?: AbortSignal | undefined
  /** On a server, such as `X-Device-Token` and `X-Forwarded-For` of the browser that signs in. */
  headers?: Record<string, string> | undefined
}

/** Signs in and out, and reads the session. */
export class Auth {
  readonly #requests: Requests
  readonly #keeper: SessionKeeper

  constructor(requests: Requests, keeper: SessionKeeper) {
    this.#requests = requests
    this.#keeper = keeper
  }

  /**
   * Signs in with email and password, or completes a sign-in with the `mfa_token` of the first step
   * and a code.
   */
  async login(body: Credentials | SecondStep, init?: LoginInit): Promise<SignInResult> {
    const { data } = await this.#requests.call('post')('/api/v1/auth/login', { ...init, body })
    if (isMfaChallenge(data)) return data
    const { user, session_id, device_token } = requireTokens(data)
    return { status: 'signed_in', user, session_id, device_token }
  }

  /**
   * Ends the session here and at the service, with `all` every session of the user. Throws if the
   * service could not be reached; the session is forgotten here nevertheless.
   */
  async logout({ all }: { all?: boolean | undefined } = {}): Promise<void> {
    const session = await this.#keeper.session()
    if (!session) return
    const body = { refresh_token: session.refresh_token, ...(all && { all }) }
    // Beside the write, which may wait for another tab, and kept alive: the page may be left at
    // once.
    const init = { body, isRepeatable: true, keepalive: true }
    const ended = this.#requests.send('post', '/api/v1/auth/logout', init)
    // Awaited below, also if the store failed: then only the service can end the session.
    ended.catch(() => undefined)
    try {
      await this.#keeper.forget(session.session_id)
    } finally {
      await ended
    }
  }

  /** The signed-in user and the session, without asking the service; null if signed out. */
  session(): Promise<Session | null> {
    return this.#keeper.session()
  }

  /**
   * An access token for a request that this client does not send; null if signed out. `refused`:
   * the token that was answered with 401, so another one is needed.
   */
  async accessToken({ refused }: { refused?: string | undefined } = {}): Promise<string | null> {
    if (refused) await this.#keeper.renew(refused)
    return (await this.#keeper.fresh())?.access_token ?? null
  }

  /** Calls `listener` when the session is over. Returns a function that removes the listener. */
  onSignedOut(listener: (reason: SignOutReason) => void): () => void {
    return this.#keeper.listen((session, reason) => {
      if (!session && reason) listener(reason)
    })
  }
}

function isMfaChallenge(data: unknown): data is MfaChallenge {
  return typeof (data as MfaChallenge | undefined)?.mfa_token === 'string'
}
