import { formDataOf } from '@/tests/kit/page-form'

export interface Answer {
  status: number
  // Responses of several versions: their types differ.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** Calls the API of a service of any version; nothing is checked against a document. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { body, token, key }: { body?: unknown; token?: string; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** A service answered with another status than it should have. */
export class AnswerError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Like `ask`; throws unless the answer has this status. */
export async function expectAnswer(status: number, ...call: Parameters<typeof ask>) {
  const answer = await ask(...call)
  if (answer.status === status) return answer.body
  const [, method, path] = call
  const said = `${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`
  throw new AnswerError(answer.status, said)
}

/** One client, which any instance can serve. */
export interface LoadClient {
  /** How many requests it has sent. */
  readonly requests: number
  /** Does at that service what the client always does. Throws if the service refuses. */
  use(url: string): Promise<void>
}

/** Refreshes its session, and asks for the permissions of its user. */
export class ApiSession implements LoadClient {
  /** The first access token, which stays valid until it expires. */
  readonly first: string
  readonly id: string
  requests = 0
  refreshes = 0
  #refresh: string
  access: string

  constructor(tokens: Record<string, string>) {
    this.first = this.access = tokens.access_token!
    this.#refresh = tokens.refresh_token!
    this.id = tokens.session_id!
  }

  static async open(url: string, email: string, password: string): Promise<ApiSession> {
    const body = { email, password }
    return new ApiSession(await expectAnswer(200, url, 'POST', '/auth/login', { body }))
  }

  async use(url: string): Promise<void> {
    const body = { refresh_token: this.#refresh }
    this.requests += 2
    const tokens = await expectAnswer(200, url, 'POST', '/auth/refresh', { body })
    this.refreshes++
    this.#refresh = tokens.refresh_token
    this.access = tokens.access_token
    if (tokens.session_id !== this.id) throw new Error('another session')
    await expectAnswer(200, url, 'GET', '/auth/permissions', { token: this.access })
  }
}

/** Signs in, again and again. */
export class RepeatedSignIn implements LoadClient {
  requests = 0
  readonly #account: { email: string; password: string }

  constructor(account: { email: string; password: string }) {
    this.#account = account
  }

  async use(url: string): Promise<void> {
    this.requests++
    await expectAnswer(200, url, 'POST', '/auth/login', { body: this.#account })
  }
}

/** Asks what its user may do, as an application does for each of its own requests. */
export class PermissionCheck implements LoadClient {
  requests = 0
  readonly #token: string

  constructor({ access }: ApiSession) {
    this.#token = access
  }

  async use(url: string): Promise<void> {
    this.requests++
    const body = { permissions: ['users:list', 'roles:list'] }
    await expectAnswer(200, url, 'POST', '/auth/check', { body, token: this.#token })
  }
}

/** Opens a page without its access cookie, so that the session is renewed before it is shown. */
export class WebSession implements LoadClient {
  requests = 0
  readonly #cookies = new Map<string, string>()

  static async open(url: string, email: string, password: string): Promise<WebSession> {
    const session = new WebSession()
    const page = await session.#fetch(url, '/auth/login')
    const body = formDataOf(await page.text(), { email, password })
    if (!body) throw new Error('no sign-in form')
    const answer = await session.#fetch(url, '/auth/login', { method: 'POST', body })
    if (answer.status !== 303 || !session.#cookies.has('refresh'))
      throw new Error(`sign-in answered ${answer.status}`)
    return session
  }

  async use(url: string): Promise<void> {
    this.#cookies.delete('access')
    let path = '/dashboard/account'
    for (let hop = 0; hop < 3; hop++) {
      const answer = await this.#fetch(url, path)
      await answer.arrayBuffer()
      const location = answer.headers.get('location')
      if (!location) {
        if (answer.status !== 200)
          throw new AnswerError(answer.status, `GET ${path} answered ${answer.status}`)
        if (!this.#cookies.has('access')) throw new Error(`GET ${path} renewed nothing`)
        return
      }
      path = new URL(location, url).pathname
      if (path !== '/dashboard/account') throw new AnswerError(401, `sent to ${path}`)
    }
    throw new Error(`GET ${path} redirects in circles`)
  }

  async #fetch(url: string, path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: url, cookie }
    this.requests++
    const answer = await fetch(`${url}${path}`, { ...init, redirect: 'manual', headers })
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/s) as [string, string]
      if (value === '' || /max-age=0\b/i.test(set)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}
