import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { PageExchange } from '@/lib/http/pages/page-exchange'
import { noscriptProblem, plainProblemPage } from '@/lib/http/plain-page'
import { isLocale, type Locale, negotiateLocale } from '@/lib/i18n/locale'
import { refuse } from '@/lib/platform/problems'

/**
 * Gives the response of a page the status and the headers that its action or the page itself chose,
 * when the head is written. A post that failed before any action of ours began was malformed: 400,
 * not 500. A step inside the page keeps 200 where it leads to nothing: the router would load the
 * whole document again.
 */
export function applyExchange(res: ServerResponse, exchange: PageExchange): void {
  const { writeHead } = res
  res.writeHead = (status: number, ...rest: []) => {
    res.statusCode = statusOf(status, res, exchange)
    for (const [name, value] of exchange.headers) res.appendHeader(name, value)
    return writeHead.call(res, res.statusCode, ...rest)
  }
}

function statusOf(status: number, { req }: ServerResponse, exchange: PageExchange): number {
  if (status === 500 && exchange.actionStarted === false) return 400
  if (status !== 200) return status
  if (exchange.status !== null) return exchange.status
  return exchange.missing && !('rsc' in req.headers) ? 404 : 200
}

/**
 * Mends two things in what Next is about to answer. When rendering a page failed, Next sends an
 * empty document that its scripts fill with the page's frame and an error message: it gets a text
 * that can be read without them. And nobody outside is told to which file a page was rewritten.
 */
export function patchNextResponse(req: IncomingMessage, res: ServerResponse): void {
  const { writeHead, write, end, flushHeaders } = res
  const held: Buffer[] = []
  const isFault = () =>
    !res.headersSent &&
    res.statusCode === 500 &&
    String(res.getHeader('content-type')).startsWith('text/html')
  const hold = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      held.push(Buffer.from(chunk as string))
  }
  res.writeHead = (status: number, ...rest: []) => {
    res.statusCode = status
    res.removeHeader('x-middleware-rewrite')
    return isFault() ? res : writeHead.call(res, status, ...rest)
  }
  // Node's own `write` and `end` count on a written head, so that each is asked before it comes to
  // that.
  res.write = ((...args: Parameters<typeof write>) => {
    if (!isFault()) return write.apply(res, args)
    hold(args[0])
    return true
  }) as typeof write
  res.flushHeaders = () => {
    if (!isFault()) flushHeaders.call(res)
  }
  res.end = ((...args: Parameters<typeof end>) => {
    if (!isFault()) return end.apply(res, args)
    hold(args[0])
    const page = readableFault(req, res, Buffer.concat(held))
    writeHead.call(res, 500)
    return end.call(res, req.method === 'HEAD' ? '' : page, 'utf8')
  }) as typeof end
}

/**
 * The document of a fault that can be read with and without script; its length and policy are set
 * as headers.
 */
function readableFault(req: IncomingMessage, res: ServerResponse, sent: Buffer): string {
  const next = decoded(sent, String(res.getHeader('content-encoding') ?? ''))
  for (const name of ['content-encoding', 'transfer-encoding', 'etag']) res.removeHeader(name)
  const page = withNoscript(req, res, next) ?? plainFault(req, res)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(page))
  res.setHeader('Cache-Control', 'no-store')
  return page
}

/**
 * Next's own document, with a text for browsers without script; null when it is not one that
 * scripts would fill.
 */
function withNoscript(req: IncomingMessage, res: ServerResponse, document: string): string | null {
  const policy = String(res.getHeader('content-security-policy') ?? '')
  const nonce = /style-src[^;]*'nonce-([A-Za-z0-9+/=_-]+)'/.exec(policy)?.[1]
  const parts =
    /^([^]*?<html)( id="__next_error__"[^]*?)(<\/head><body[^>]*>)([^]*self\.__next_f[^]*)$/.exec(
      document,
    )
  if (!nonce || !parts) return null
  const [, start, head, body, rest] = parts
  const fallback = noscriptProblem(refuse('internal_error'), { nonce, ...aboutFault(req, res) })
  return `${start} lang="${localeOf(req, res)}"${head}${fallback.head}${body}${fallback.body}${rest}`
}

/** A whole page of its own, under a policy of its own. */
function plainFault(req: IncomingMessage, res: ServerResponse): string {
  const nonce = randomBytes(16).toString('base64')
  res.removeHeader('link')
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return plainProblemPage(refuse('internal_error'), { nonce, ...aboutFault(req, res) })
}

function aboutFault(req: IncomingMessage, res: ServerResponse) {
  const requestId = String(res.getHeader('x-request-id'))
  return { locale: localeOf(req, res), requestId, retryPath: req.url ?? '/' }
}

/** What was compressed on its way here, as text; empty when it cannot be read. */
function decoded(sent: Buffer, encoding: string): string {
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding]
  try {
    return (decompress ? decompress(sent) : sent).toString('utf8')
  } catch {
    return ''
  }
}

/** The language that the middleware chose for the page; without its word, the browser's. */
function localeOf(req: IncomingMessage, res: ServerResponse): Locale {
  const chosen = res.getHeader('content-language')
  return isLocale(chosen) ? chosen : negotiateLocale(req.headers['accept-language'])
}
