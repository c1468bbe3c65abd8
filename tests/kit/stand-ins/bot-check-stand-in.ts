import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How the provider responds to a token. The token itself encodes it, so that concurrent tests don't
 * interfere.
 */
export type TokenFate =
  | 'pass'
  | 'fail'
  | 'hang'
  | 'server-error'
  | 'html'
  | 'redirect'
  | 'huge'
  | 'wrong-secret'
  | 'no-hostname'

interface TokenClaims {
  fate: TokenFate
  hostname: string
  action: string
  id: string
}

/** A token like the widget's; each call returns a different one. */
export function humanToken(claims: Partial<TokenClaims> = {}): string {
  const all: TokenClaims = {
    fate: 'pass',
    hostname: 'localhost',
    action: '',
    id: randomUUID(),
    ...claims,
  }
  return Buffer.from(JSON.stringify(all)).toString('base64')
}

/** The verification endpoint of a bot-check provider, with Turnstile's protocol. */
export interface BotCheckStandIn {
  url: string
  secret: string
  /** The received forms. */
  asked: URLSearchParams[]
  /** The settings that make a service use this stand-in. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts the stand-in on a free loopback port. */
export async function startBotCheckStandIn(): Promise<BotCheckStandIn> {
  const secret = 'the-secret-of-the-bot-check'
  const asked: URLSearchParams[] = []
  const spent = new Set<string>()
  const server = createServer((req, res) => void answer(req, res, { secret, asked, spent }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  return {
    url,
    secret,
    asked,
    env: {
      SEC_BOTCHECK_SITE_KEY: 'a-site-key',
      SEC_BOTCHECK_SECRET_KEY: secret,
      SEC_BOTCHECK_VERIFY_URL: url,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  known: { secret: string; asked: URLSearchParams[]; spent: Set<string> },
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  known.asked.push(form)
  const say = (body: object) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (code: string) => say({ success: false, 'error-codes': [code] })
  if (req.method !== 'POST' || form.get('secret') !== known.secret)
    return refuse('invalid-input-secret')
  const token = form.get('response') ?? ''
  const claims = readClaims(token)
  if (!claims || claims.fate === 'fail') return refuse('invalid-input-response')
  const { fate, hostname, action } = claims
  if (fate === 'hang') return
  if (fate === 'wrong-secret') return refuse('invalid-input-secret')
  if (fate === 'server-error')
    return void res.writeHead(500).end('{"success":true,"hostname":"localhost"}')
  if (fate === 'html') return void res.writeHead(200).end('<!doctype html><title>Sorry</title>')
  if (fate === 'redirect') return void res.writeHead(307, { location: req.url }).end()
  if (fate === 'huge') return say({ success: true, hostname, action, cdata: 'x'.repeat(5_000_000) })
  if (fate === 'no-hostname') return say({ success: true, action })
  if (known.spent.has(token)) return refuse('timeout-or-duplicate')
  known.spent.add(token)
  say({
    success: true,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
    hostname,
    action,
  })
}

function readClaims(token: string): TokenClaims | null {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString()) as TokenClaims
  } catch {
    return null
  }
}
