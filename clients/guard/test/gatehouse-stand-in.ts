import {
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createGuard, type Guard, type GuardOptions } from '../src/index.js'

/** A key that signs access tokens. */
export interface SigningKey {
  kid: string
  alg: 'ES256' | 'EdDSA'
  privateKey: KeyObject
  publicJwk: object
}

export function makeKey(kid: string, alg: 'ES256' | 'EdDSA' = 'ES256'): SigningKey {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519')
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
  return { kid, alg, privateKey, publicJwk }
}

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a JWT with any header and claims. */
export function signToken(key: SigningKey, claims: object, header: object = {}): string {
  const head = { alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header }
  const input = `${encode(head)}.${encode(claims)}`
  return `${input}.${signatureOf(key, input)}`
}

export function signatureOf({ alg, privateKey }: SigningKey, input: string): string {
  return sign(alg === 'ES256' ? 'sha256' : null, Buffer.from(input), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url')
}

export const START = Date.parse('2026-11-23T12:00:00Z')

const webhookKey = randomBytes(32)
export const WEBHOOK_SECRET = `whsec_${webhookKey.toString('base64')}`

/** A delivery as Gatehouse sends it: signed at START with WEBHOOK_SECRET, unless said otherwise. */
export function signedWebhook(
  event: object,
  { at = START / 1000, signedWith = webhookKey, prefix = '' } = {},
) {
  const body = JSON.stringify(event)
  const mac = createHmac('sha256', signedWith).update(`msg_1.${at}.${body}`).digest('base64')
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': `${prefix}v1,${mac}`,
  }
  return { headers, body }
}

/** Gatehouse as the guard sees it: keys, permissions, and the live feed, controlled by the test. */
export class GatehouseStandIn {
  url = ''
  keys = [makeKey('k1')]
  /** Replaces the answer at the JWKS address. */
  jwks: unknown = null
  permissions: string[] = ['shop:orders:read']
  readonly revoked = new Set<string>()
  /** The paths asked for, in order. */
  readonly asked: string[] = []
  readonly matches: (string | undefined)[] = []
  /** The sessions whose permissions were asked for, in order. */
  readonly askedFor: string[] = []
  /** Every answer is 500. */
  broken = false
  /** The next answers about permissions, instead of the genuine ones. */
  readonly faults: { status: number; body?: object; headers?: object }[] = []
  /** Answers about permissions wait for this. */
  hold: Promise<void> = Promise.resolve()
  /** Every handshake of the feed is answered with this status, and with a problem of that code. */
  refusesFeed: number | null = null
  refusesFeedAs = 'unknown'
  readonly sockets = new Set<WebSocket>()
  readonly feedKeys: (string | undefined)[] = []
  readonly #server: Server
  readonly #feed = new WebSocketServer({ noServer: true })

  constructor() {
    this.#server = createServer((req, res) => void this.#answer(req, res))
    this.#server.on('upgrade', (req, socket, head) => {
      // The guard may be gone before the answer is written.
      socket.on('error', () => undefined)
      this.asked.push(req.url!)
      this.feedKeys.push(req.headers.authorization)
      if (this.refusesFeed)
        return void socket.end(
          `HTTP/1.1 ${this.refusesFeed} No\r\n\r\n${JSON.stringify({ code: this.refusesFeedAs })}`,
        )
      this.#feed.handleUpgrade(req, socket, head, (ws) => {
        this.sockets.add(ws)
        ws.on('close', () => this.sockets.delete(ws))
        this.say('feed.alive')
      })
    })
  }

  static async start(): Promise<GatehouseStandIn> {
    const standIn = new GatehouseStandIn()
    await once(standIn.#server.listen(0, '127.0.0.1'), 'listening')
    standIn.url = `http://127.0.0.1:${(standIn.#server.address() as AddressInfo).port}`
    onTestFinished(() => standIn.stop())
    return standIn
  }

  stop(): void {
    for (const socket of this.sockets) socket.terminate()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Sends an event on the feed. */
  say(event: string, data: object = {}): void {
    for (const socket of this.sockets) socket.send(JSON.stringify({ event, data }))
  }

  claims(changes: object = {}) {
    const iat = START / 1000
    const ids = { sub: 'user-1', sid: 'session-1', jti: `1.${randomUUID()}` }
    return { iss: this.url, aud: 'api', ...ids, iat, exp: iat + 900, ...changes }
  }

  token(changes: object = {}, header: object = {}): string {
    return signToken(this.keys[0]!, this.claims(changes), header)
  }

  bearer(changes: object = {}): string {
    return `Bearer ${this.token(changes)}`
  }

  /** How often the permissions were asked for. */
  get permissionRequests(): number {
    return this.asked.filter((path) => path === '/api/v1/auth/permissions').length
  }

  get keyRequests(): number {
    return this.asked.filter((path) => path === '/.well-known/jwks.json').length
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.asked.push(req.url!)
    if (this.broken) return void res.writeHead(500).end()
    if (req.url === '/.well-known/jwks.json')
      return json(res, 200, this.jwks ?? { keys: this.keys.map(({ publicJwk }) => publicJwk) })
    this.matches.push(req.headers['if-none-match'])
    const fault = this.faults.shift()
    if (fault) return json(res, fault.status, fault.body ?? {}, fault.headers)
    const token = req.headers.authorization?.slice('Bearer '.length) ?? ''
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { sub, sid } = JSON.parse(payload) as { sub: string; sid: string }
    this.askedFor.push(sid)
    const isRevoked = this.revoked.has(sid)
    const permissions = [...this.permissions]
    await this.hold
    if (isRevoked) return json(res, 401, { code: 'session_revoked' })
    const etag = `"${permissions.join()}"`
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304, { etag }).end()
    json(res, 200, { user_id: sub, roles: ['user'], permissions, version: etag }, { etag })
  }
}

function json(res: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify(body))
}

/** Clocks that the test moves. */
export class ManualClock {
  #ms = 0
  wall = () => START + this.#ms
  steady = () => this.#ms

  advance(seconds: number): void {
    this.#ms += seconds * 1000
  }
}

export interface Stage {
  gatehouse: GatehouseStandIn
  guard: Guard
  clock: ManualClock
  errors: unknown[]
}

/** A guard in front of a stand-in. Both end with the test. */
export async function stage(options: Partial<GuardOptions> = {}): Promise<Stage> {
  const gatehouse = await GatehouseStandIn.start()
  const clock = new ManualClock()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const guard = createGuard({ issuer: gatehouse.url, clock, onError, ...options })
  onTestFinished(() => guard.close())
  return { gatehouse, guard, clock, errors }
}
