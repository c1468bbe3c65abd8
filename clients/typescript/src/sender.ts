import createRawClient, { mergeHeaders } from 'openapi-fetch'
import { ANSWER_TYPES } from './answer-types.ts'
import { mayBeLarge, readBody, typeOf, writeBody } from './body.ts'
import { errorOf, GatehouseError, lostResponse, strangeResponse } from './errors.ts'
import type { paths } from './schema.ts'
import { reasonOf, unlessAborted, withDeadline } from './waiting.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface SenderOptions {
  /** The address of the service, such as `https://id.example.org`. */
  baseUrl: string
  /** Replaces the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /**
   * How long one attempt may take, in milliseconds. If not set, 30 seconds, and 4 minutes with a
   * file, which is more than the service waits for one.
   */
  timeout?: number | undefined
}

/** What callers may pass with a request, of all that `openapi-fetch` takes. */
export interface Init {
  signal?: AbortSignal | null
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: unknown
  params?: { header?: Record<string, string | undefined> }
  redirect?: Request['redirect']
  /** Whether a browser completes the request after the page was left. */
  keepalive?: boolean
  /** How to read the answer, if not by its type. */
  parseAs?: string
  /** Whether a second arrival of the request changes nothing: a GET, or one with a key. */
  isRepeatable?: boolean
}

export interface Answer {
  data: unknown
  response: Response
}

type RawRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

const TIMEOUT_MS = 30_000
const FILE_TIMEOUT_MS = 240_000
/** Without it, `fetch` refuses a stream as a body. */
const DUPLEX = { duplex: 'half' }

/** Sends one request and turns every failure into an error. */
export class Sender {
  readonly #request: RawRequest
  readonly #timeout: number | undefined

  constructor({ baseUrl, fetch, timeout }: SenderOptions) {
    // Cookies are the pages' credential; a Bearer client neither sends nor stores any.
    const raw = createRawClient<paths>({
      baseUrl,
      credentials: 'omit',
      bodySerializer: writeBody,
      ...(fetch && { fetch }),
    })
    this.#request = raw.request as RawRequest
    this.#timeout = timeout
  }

  async send(
    method: Method,
    path: string,
    init: Init = {},
    timeout = this.#timeout ?? (mayBeLarge(init.body) ? FILE_TIMEOUT_MS : TIMEOUT_MS),
  ): Promise<Answer> {
    const { isRepeatable: _, ...rest } = init
    const { signal } = rest
    const deadline = withDeadline(timeout, signal)
    try {
      // Never to another address: the tokens go with it.
      const redirect: Request['redirect'] = rest.redirect === 'manual' ? 'manual' : 'error'
      const sent = { ...rest, baseUrl: undefined, redirect, signal: deadline.signal }
      // Not every `fetch` of React Native heeds the signal.
      return await unlessAborted(this.#exchange(method, path, sent), deadline.signal)
    } catch (cause) {
      if (cause instanceof GatehouseError) throw cause
      if (signal?.aborted) throw reasonOf(signal)
      if (deadline.isExpired())
        throw new GatehouseError('timeout', 'The service took too long to answer.', { cause })
      if (cause instanceof SyntaxError)
        throw strangeResponse('The answer has another format than expected.', cause)
      throw lostResponse(cause)
    } finally {
      deadline.clear()
    }
  }

  async #exchange(method: Method, path: string, init: Init): Promise<Answer> {
    const headers = { ...typeOf(init.body), ...Object.fromEntries(mergeHeaders(init.headers)) }
    // `stream` leaves the body of a success unread.
    const sent = { parseAs: 'stream', ...DUPLEX, ...init, headers }
    const { data, error, response } = await this.#request(method, path, sent)
    if (response.status >= 400) throw errorOf(response, error)
    if (init.parseAs !== undefined || !response.ok) return { data, response }
    return { data: await readBody(response, ANSWER_TYPES[`${method} ${path}`] ?? []), response }
  }
}
