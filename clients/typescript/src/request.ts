import {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  mergeHeaders,
  type ParseAsResponse,
} from 'openapi-fetch'
import { isStream } from './body.ts'
import { GatehouseError } from './errors.ts'
import { isTokens } from './refresh.ts'
import { waitAfter } from './retry.ts'
import type { paths } from './schema.ts'
import type { Answer, Init, Method, Sender } from './sender.ts'
import type { SessionKeeper } from './session.ts'
import { pause, unlessAborted } from './waiting.ts'

type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>
type InitOf<P extends keyof paths, M extends Method> = MaybeOptionalInit<paths[P], M>
type Success = 200 | 201 | 202 | 204 | 206
type Content<R> = R extends { content: infer C } ? C[keyof C] : undefined
type Data<P extends keyof paths, M extends Method, I> = paths[P][M] extends { responses: infer R }
  ? ParseAsResponse<{ [S in keyof R & Success]: Content<R[S]> }[keyof R & Success], I>
  : never

/** A 304 has no body. Only a request that names the caller's copy is answered with one. */
type NotModified<I> = I extends { params: { header: { 'If-None-Match': string } } }
  ? undefined
  : never

/** Calls an operation. Resolves with its body and response, or throws a `GatehouseError`. */
export type Call<M extends Method> = <P extends PathOf<M>, I extends InitOf<P, M>>(
  path: P,
  ...init: undefined extends I ? [init?: I] : [init: I]
) => Promise<{ data: Data<P, M, I> | NotModified<I>; response: Response }>

/** The answers to an access token that a refresh may replace. */
const STALE = ['token_expired', 'invalid_token', 'session_revoked']
const isStale = (error: unknown) =>
  error instanceof GatehouseError && error.status === 401 && STALE.includes(error.code)

const AUTH = '/api/v1/auth/'
/** Operations that start a session, or end one, by another credential than the access token. */
const SIGN_IN = [
  'login',
  'mfa/verify',
  'email-code/verify',
  'passkeys/verify',
  'oauth/{provider}/callback',
  'refresh',
  'oauth/token',
  'accept-invitation',
  'setup',
].map((name) => AUTH + name)
/** Ends the session of the refresh token in its body, or else that of the access token. */
const LOGOUT = AUTH + 'logout'
/** Replaces the tokens of the session that it is sent with. */
const REPLACES_TOKENS = AUTH + 'change-password'

interface RequestsOptions {
  retries: number
  /** Replaces the session: tokens are neither sent nor kept. */
  apiKey: string | undefined
}

/** Sends requests with the session's access token, and again after it had to be renewed. */
export class Requests {
  readonly #sender: Sender
  readonly #keeper: SessionKeeper
  readonly #retries: number
  readonly #apiKey: string | undefined

  constructor(sender: Sender, keeper: SessionKeeper, { retries, apiKey }: RequestsOptions) {
    this.#sender = sender
    this.#keeper = keeper
    this.#retries = retries
    this.#apiKey = apiKey
  }

  call<M extends Method>(method: M): Call<M> {
    return ((path: string, init?: Init) => this.send(method, path, init)) as Call<M>
  }

  send(method: Method, path: string, init: Init = {}): Promise<Answer> {
    return path === LOGOUT && !hasOwnCredential(path, init)
      ? this.#logout(method, init)
      : this.#send(method, path, init)
  }

  /**
   * Ends the stored session by its refresh token: the service answers an access token that is no
   * longer valid with 204 and ends nothing.
   */
  async #logout(method: Method, init: Init): Promise<Answer> {
    const session = await unlessAborted(this.#keeper.session(), init.signal)
    if (!session) return this.#send(method, LOGOUT, init)
    const { refresh_token, session_id } = session
    const body = { ...(init.body as object | undefined), refresh_token }
    const answer = await this.#send(method, LOGOUT, { isRepeatable: true, ...init, body })
    await this.#keeper.forget(session_id)
    return answer
  }

  async #send(method: Method, path: string, init: Init): Promise<Answer> {
    const { signal } = init
    const isSignIn = hasOwnCredential(path, init)
    let session = isSignIn ? null : await unlessAborted(this.#keeper.fresh(), signal)
    let renewed = false
    for (let failed = 0; ;) {
      try {
        const credential = isSignIn ? {} : bearer(this.#apiKey ?? session?.access_token)
        const headers = mergeHeaders(await this.#device(), credential, init.headers)
        return await this.#deliver(method, path, { ...init, headers })
      } catch (error) {
        if (isStream(init.body)) throw error
        if (session && !renewed && isStale(error)) {
          renewed = true
          const { user } = session
          session = await unlessAborted(this.#keeper.renew(session.access_token), signal)
          // Someone else may have signed in since: what one user sent is not repeated as another.
          if (session && session.user.id === user.id) continue
          if (session) throw error
        }
        const { isRepeatable = hasSameEffectTwice(isSignIn ? 'post' : method, init) } = init
        if (isSignIn && !isRepeatable) throw error
        const wait = waitAfter(error, { failed, retries: this.#retries, isRepeatable })
        if (wait === null) throw error
        failed++
        await pause(wait, signal)
      }
    }
  }

  /** Sends a request once, and keeps the tokens of its answer. */
  async #deliver(method: Method, path: string, init: Init): Promise<Answer> {
    const deliver = async () => {
      const answer = await this.#sender.send(method, path, init)
      if (!this.#apiKey && path.startsWith(AUTH) && isTokens(answer.data))
        await this.#keeper.adopt(answer.data)
      return answer
    }
    // A refresh at the same time would be refused, and end the session before the answer arrives.
    return path === REPLACES_TOKENS
      ? unlessAborted(this.#keeper.betweenRefreshes(deliver), init.signal)
      : deliver()
  }

  async #device(): Promise<Record<string, string>> {
    const token = await this.#keeper.deviceToken()
    return token ? { 'x-device-token': token } : {}
  }
}

const hasOwnCredential = (path: string, { body, headers }: Init) =>
  path === LOGOUT
    ? Boolean((body as { refresh_token?: string } | undefined)?.refresh_token) ||
      mergeHeaders(headers).has('authorization')
    : SIGN_IN.includes(path)

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

const hasSameEffectTwice = (method: Method, { headers, params }: Init) =>
  method === 'get' || mergeHeaders(headers, params?.header).has('idempotency-key')
