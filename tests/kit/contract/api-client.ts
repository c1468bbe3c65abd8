import { ApiDocument } from '@/tests/kit/contract/api-document'

export interface ApiAnswer {
  status: number
  headers: Headers
  /** The parsed body; null if there is none. */
  body: Record<string, unknown> & { code?: string }
  text: string
}

/**
 * Calls the API of a running service from outside and checks every response against the service's
 * own OpenAPI document: an undocumented response fails the test.
 */
export class ApiClient {
  readonly document: ApiDocument
  readonly #url: string

  private constructor(url: string, document: ApiDocument) {
    this.#url = url
    this.document = document
  }

  static async of(url: string): Promise<ApiClient> {
    return new ApiClient(url, await ApiDocument.of(url))
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.call('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.call('POST', path, body, headers)
  }

  /**
   * Sends JSON (a string is sent unchanged) or a form with a file, and checks the response against
   * the document.
   */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined
          ? undefined
          : typeof body === 'string' || isForm
            ? body
            : JSON.stringify(body),
    })
    const text = await response.text()
    const type = response.headers.get('content-type')?.split(';')[0] ?? null
    const { status } = response
    const fault = this.document.faultOf(this.document.find(method, path), { status, type, text })
    if (fault) throw new Error(`${method} ${path} answered ${status}: ${fault}, in ${text}`)
    const isFile = response.headers.has('accept-ranges')
    return {
      status,
      headers: response.headers,
      text,
      body: text && !isFile ? JSON.parse(text) : null,
    }
  }
}

/** The Authorization header with a Bearer token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
