import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Credentials {
  keyId: string
  secret: string
}

interface StoredObject {
  body: Buffer
  type: string
  etag: string
}

const CREDENTIALS: Credentials = { keyId: 'test', secret: 'secret' }
const MAX_SKEW_MS = 900_000

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * A strict S3 server: path style, checks signatures (SigV4) and payload hashes, answers single
 * ranges, and refuses framed bodies (aws-chunked) like servers other than Amazon's.
 */
export async function startS3StandIn(credentials: Credentials = CREDENTIALS) {
  const objects = new Map<string, StoredObject>()
  const seen: string[] = []
  /** `hang`: requests get no response. `fail`: requests get a 500. */
  const state: { mode: 'work' | 'hang' | 'fail' } = { mode: 'work' }
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(req.url!, 'http://localhost')
    const fault = state.mode === 'fail' ? 'InternalError' : faultOf(req, url, body, credentials)
    seen.push(`${req.method} ${url.pathname} ${fault ?? 'ok'}`)
    if (state.mode === 'hang') return
    if (fault) return answerXml(res, fault === 'InternalError' ? 500 : 403, fault)
    answer(req, res, { body, key: decodeURIComponent(url.pathname), objects })
  }
  const server = createServer((req, res) => void serve(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    seen,
    state,
    /** The settings of a service that stores its files here. */
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY_ID: credentials.keyId,
      S3_SECRET_ACCESS_KEY: credentials.secret,
      S3_FORCE_PATH_STYLE: 'true',
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { body, key, objects }: { body: Buffer; key: string; objects: Map<string, StoredObject> },
): void {
  if (req.method === 'PUT') {
    if (/aws-chunked/.test(req.headers['content-encoding'] ?? ''))
      return answerXml(res, 501, 'NotImplemented')
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    objects.set(key, { body, type: req.headers['content-type'] ?? '', etag })
    return void res.writeHead(200, { etag }).end()
  }
  if (req.method === 'DELETE') {
    objects.delete(key)
    return void res.writeHead(204).end()
  }
  const found = objects.get(key)
  if (!found) return answerXml(res, 404, 'NoSuchKey')
  const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '')
  const sent = range ? found.body.subarray(Number(range[1]), Number(range[2]) + 1) : found.body
  res.writeHead(range ? 206 : 200, {
    'content-length': sent.length,
    'content-type': found.type,
    etag: found.etag,
    ...(range && { 'content-range': `bytes ${range[1]}-${range[2]}/${found.body.length}` }),
  })
  res.end(sent)
}

function answerXml(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' })
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** Null if the signature in the Authorization header is correct, otherwise S3's error code. */
function faultOf(
  req: IncomingMessage,
  url: URL,
  body: Buffer,
  { keyId, secret }: Credentials,
): string | null {
  const given = (req.headers.authorization ?? '').replace(/^AWS4-HMAC-SHA256 /, '')
  const parts = Object.fromEntries(
    given.split(/,\s*/).map((part) => part.split(/=(.*)/s).slice(0, 2)),
  )
  const {
    Credential: credential = '',
    SignedHeaders: signed = '',
    Signature: signature = '',
  } = parts as Record<string, string>
  if (!credential) return 'AccessDenied'
  const [id, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (id !== keyId) return 'InvalidAccessKeyId'
  const date = String(req.headers['x-amz-date'])
  const at = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) <= MAX_SKEW_MS)) return 'RequestTimeTooSkewed'
  const claimed = String(req.headers['x-amz-content-sha256'])
  if (claimed !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`)
  const canonical = [
    req.method,
    url.pathname,
    query.sort().join('&'),
    lines.join(''),
    signed,
    claimed,
  ].join('\n')
  const scope = [day, region, service, end]
  const key = scope.reduce<Buffer | string>((of, part) => hmac(of, part), `AWS4${secret}`)
  const wanted = hmac(
    key,
    ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n'),
  )
  const got = Buffer.from(signature, 'hex')
  return got.length === wanted.length && timingSafeEqual(got, wanted)
    ? null
    : 'SignatureDoesNotMatch'
}
