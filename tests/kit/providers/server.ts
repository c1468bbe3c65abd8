import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response: JSON, or text with its own content type. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: object | string
}

export interface StandInRequest {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: IncomingHttpHeaders
}

/** Listens on loopback. `close` also ends hanging connections. */
export async function startServer(
  serve: (request: StandInRequest, res: ServerResponse) => Promise<void>,
): Promise<{ base: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    read(req)
      .then((request) => serve(request, res))
      .catch((error: unknown) => res.writeHead(500).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

async function read(req: IncomingMessage): Promise<StandInRequest> {
  const { pathname: path, searchParams: query } = new URL(req.url ?? '', 'http://localhost')
  let body = ''
  for await (const chunk of req) body += String(chunk)
  return {
    method: req.method ?? '',
    path,
    query,
    form: new URLSearchParams(body),
    headers: req.headers,
  }
}

export function send(res: ServerResponse, { status = 200, headers, body }: Answer): void {
  const isText = typeof body === 'string'
  const type = { 'content-type': 'application/json; charset=utf-8' }
  res
    .writeHead(status, { ...(!isText && type), ...headers })
    .end(isText ? body : JSON.stringify(body))
}

export const isForm = (headers: IncomingHttpHeaders) =>
  /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')

export function redirectBack(redirectUri: string, back: URLSearchParams, fragment = ''): Answer {
  return {
    status: 302,
    headers: { location: `${redirectUri}?${back.toString()}${fragment}` },
    body: '',
  }
}

export function formPage(action: string, fields: URLSearchParams): Answer {
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  const form = `<form method="post" action="${escaped(action)}">${inputs.join('')}<button>Continue</button></form>`
  return page(200, `${form}<script>document.forms[0].submit()</script>`)
}

export function errorPage(message: string): Answer {
  return page(400, `<h1>Error</h1><p>${escaped(message)}</p>`)
}

function page(status: number, content: string): Answer {
  const body = `<!doctype html><html lang="en"><title>Sign in</title>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
