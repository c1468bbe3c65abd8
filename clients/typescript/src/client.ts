import { Auth } from './auth.ts'
import { LiveConnection, type LiveOptions } from './live.ts'
import { exchange } from './refresh.ts'
import { type Call, Requests } from './request.ts'
import { Sender, type SenderOptions } from './sender.ts'
import { SessionKeeper } from './session.ts'
import { memoryStore, type TokenStore } from './store.ts'

export interface ClientOptions extends SenderOptions {
  /** Where the session is kept: in memory if not set. */
  store?: TokenStore | undefined
  /** An API key to send instead of a session's tokens. For servers only; excludes `store`. */
  apiKey?: string | undefined
  /** How often a GET, or a request with an `Idempotency-Key`, is repeated: twice if not set. */
  retries?: number | undefined
}

export interface GatehouseClient {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
  auth: Auth
  /** Opens a live connection, which stays open until it is closed or the session ends. */
  live(options: LiveOptions): LiveConnection
}

/**
 * A client of the service at `baseUrl`. Throws a `TypeError` if that is no http(s) address, or that
 * of the API, or if the API key is empty or comes with a store.
 */
export function createClient(options: ClientOptions): GatehouseClient {
  const { baseUrl, store = memoryStore(), apiKey, retries = 2 } = options
  // Otherwise, a variable that isn't set would look like a network failure.
  if (!/^https?:\/\//i.test(baseUrl))
    throw new TypeError('baseUrl is the http or https address of the service')
  // Otherwise, every request would be answered with `not_found`.
  if (/\/api\/v1\/*$/i.test(baseUrl))
    throw new TypeError('baseUrl is the address of the service, without /api/v1')
  if (apiKey === '') throw new TypeError('apiKey is empty')
  if (apiKey && options.store) throw new TypeError('a client has an apiKey or a store, not both')
  const sender = new Sender(options)
  const keeper = new SessionKeeper({
    store,
    exchange: (refreshToken, key) => exchange(sender, refreshToken, key),
    now: Date.now,
  })
  const requests = new Requests(sender, keeper, { retries, apiKey })
  return {
    GET: requests.call('get'),
    POST: requests.call('post'),
    PUT: requests.call('put'),
    PATCH: requests.call('patch'),
    DELETE: requests.call('delete'),
    auth: new Auth(requests, keeper),
    live: (live) => new LiveConnection({ baseUrl, apiKey, requests, keeper }, live),
  }
}
