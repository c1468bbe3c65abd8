import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How it misbehaves; `ok`: not at all. */
export type GithubMode =
  | 'ok'
  | 'access_denied'
  | 'no_iss'
  | 'wrong_iss'
  | 'token_hang'
  | 'token_500'
  | 'user_401'
  | 'user_html'
  | 'user_huge'
  | 'user_500'
  | 'emails_403'
  | 'emails_200_error'

interface Email {
  email: string
  primary: boolean
  verified: boolean
}

/** A server that speaks as GitHub does, quirks included: errors with status 200, `iss` on the way back, one use of each code. */
export interface GithubStandIn {
  base: string
  /** Settings for a service that is to use it as GitHub. */
  env: Record<string, string>
  state: { mode: GithubMode; user: Record<string, unknown>; emails: Email[] }
  /** The form of every token request, as it came. */
  tokenRequests: Record<string, string>[]
  close(): Promise<void>
}

const CLIENT = { id: 'github-client', secret: 'github-secret' }

/** Starts it. */
export async function startGithubStandIn(): Promise<GithubStandIn> {
  const codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  const tokens = new Set<string>()
  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: GithubStandIn = {
    base,
    env: {
      OAUTH_GITHUB_BASE_URL: base,
      OAUTH_GITHUB_CLIENT_ID: CLIENT.id,
      OAUTH_GITHUB_CLIENT_SECRET: CLIENT.secret,
    },
    state: {
      mode: 'ok',
      user: { id: 1001, login: 'ann', name: 'Ann', email: null },
      emails: [
        { email: 'old@example.com', primary: false, verified: true },
        { email: 'ann@example.com', primary: true, verified: true },
      ],
    },
    tokenRequests: [],
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  function authorize(res: ServerResponse, query: URLSearchParams): void {
    const { mode } = standIn.state
    const back = new URL(query.get('redirect_uri') ?? '')
    const iss = mode === 'wrong_iss' ? 'https://evil.example' : `${base}/login/oauth`
    if (mode === 'access_denied') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(10).toString('hex')
      codes.set(code, { redirectUri: back.href, challenge: query.get('code_challenge') })
      back.searchParams.set('code', code)
    }
    back.searchParams.set('state', query.get('state') ?? '')
    if (mode !== 'no_iss') back.searchParams.set('iss', iss)
    res.writeHead(302, { location: back.href }).end()
  }

  function exchange(res: ServerResponse, form: URLSearchParams): void {
    standIn.tokenRequests.push(Object.fromEntries(form))
    if (standIn.state.mode === 'token_hang') return
    if (standIn.state.mode === 'token_500') return void res.writeHead(500).end('boom')
    const refuse = (error: string) => json(res, 200, { error, error_description: error })
    const found = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return refuse('incorrect_client_credentials')
    if (!found || !verifies(form.get('code_verifier'), found.challenge))
      return refuse('bad_verification_code')
    if (form.get('redirect_uri') !== found.redirectUri) return refuse('redirect_uri_mismatch')
    const token = `gho_${randomBytes(12).toString('hex')}`
    tokens.add(token)
    json(res, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  function tell(res: ServerResponse, path: string, authorization: string): void {
    const { mode, user, emails } = standIn.state
    if (!tokens.has(authorization.replace(/^Bearer /i, '')) || (path === '/user' && mode === 'user_401'))
      return json(res, 401, { message: 'Bad credentials' })
    if (path === '/user/emails') {
      if (mode === 'emails_403') return json(res, 403, { message: 'Resource not accessible by integration' })
      return json(res, 200, mode === 'emails_200_error' ? { message: 'Something else' } : emails)
    }
    if (mode === 'user_500') return void res.writeHead(500).end()
    if (mode === 'user_html')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>')
    json(res, 200, mode === 'user_huge' ? { ...user, bio: 'x'.repeat(5_000_000) } : user)
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', base)
    let body = ''
    for await (const chunk of req) body += String(chunk)
    if (url.pathname === '/login/oauth/authorize') authorize(res, url.searchParams)
    else if (url.pathname === '/login/oauth/access_token') exchange(res, new URLSearchParams(body))
    else if (/^\/api\/v3\/user(\/emails)?$/.test(url.pathname))
      tell(res, url.pathname.slice('/api/v3'.length), req.headers.authorization ?? '')
    else json(res, 404, { message: 'Not Found' })
  }
  return standIn
}

function verifies(verifier: string | null, challenge: string | null): boolean {
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  )
}

function json(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
