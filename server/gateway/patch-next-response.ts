import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { PageExchange } from '@/lib/http/pages/page-exchange'
import { noscriptProblem, plainPagePolicy, plainProblemPage } from '@/lib/http/plain-page'
import { isLocale, type Locale, negotiateLocale } from '@/lib/i18n/locale'
import { type ProblemCode, refuse } from '@/lib/platform/problems'

/**
 * Applies the status and headers chosen by the action or the page to the response when its head is
 * written. A post that failed before any action started was malformed: 400, not 500. A client-side
 * navigation to a missing page keeps 200: the router would otherwise reload the whole document.
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
  if (status === 500 && isMalformedPost(exchange)) return 400
  if (status !== 200) return status
  if (exchange.status !== null) return exchange.status
  return exchange.missing && !('rsc' in req.headers) ? 404 : 200
}

function isMalformedPost({ actionStarted }: PageExchange): boolean {
  return actionStarted === false
}

/**
 * Fixes two things in Next's responses. When rendering a page fails, Next sends an empty document
 * that its scripts fill with the layout and an error message: we add a text that is readable
 * without scripts. And we remove the header that reveals which file a page was rewritten to.
 * `applyExchange`, called before, replaces the status 500 when the head is written.
 */
export function patchNextResponse(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: PageExchange,
): void {
  const { writeHead, write, end, flushHeaders } = res
  const buffered: Buffer[] = []
  const isFault = () =>
    !res.headersSent &&
    res.statusCode === 500 &&
    String(res.getHeader('content-type')).startsWith('text/html')
  const buffer = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      buffered.push(Buffer.from(chunk as string))
  }
  res.writeHead = (status: number, ...rest: []) => {
    res.statusCode = status
    res.removeHeader('x-middleware-rewrite')
    return isFault() ? res : writeHead.call(res, status, ...rest)
  }
  // Node's own `write` and `end` assume that the head is written, so both are intercepted first.
  res.write = ((...args: Parameters<typeof write>) => {
    if (!isFault()) return write.apply(res, args)
    buffer(args[0])
    return true
  }) as typeof write
  res.flushHeaders = () => {
    if (!isFault()) flushHeaders.call(res)
  }
  res.end = ((...args: Parameters<typeof end>) => {
    if (!isFault()) return end.apply(res, args)
    buffer(args[0])
    const page = readableFault(req, res, exchange, Buffer.concat(buffered))
    writeHead.call(res, 500)
    return end.call(res, req.method === 'HEAD' ? '' : page, 'utf8')
  }) as typeof end
}

/**
 * The error document, readable with and without scripts. Its length and policy are set as headers.
 * Scripts would call a malformed post an error of ours.
 */
function readableFault(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: PageExchange,
  sent: Buffer,
): string {
  const next = decoded(sent, String(res.getHeader('content-encoding') ?? ''))
  for (const name of ['content-encoding', 'transfer-encoding', 'etag']) res.removeHeader(name)
  const page = isMalformedPost(exchange)
    ? plainFault(req, res, 'bad_request')
    : (withNoscript(req, res, next) ?? plainFault(req, res, 'internal_error'))
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(page))
  res.setHeader('Cache-Control', 'no-store')
  return page
}

/**
 * Next's own document with a text for browsers without scripts; null when scripts wouldn't fill it.
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

/** A complete page with its own content security policy. */
function plainFault(req: IncomingMessage, res: ServerResponse, code: ProblemCode): string {
  const nonce = randomBytes(16).toString('base64')
  res.removeHeader('link')
  res.setHeader('Content-Security-Policy', plainPagePolicy(nonce))
  return plainProblemPage(refuse(code), { nonce, ...aboutFault(req, res) })
}

function aboutFault(req: IncomingMessage, res: ServerResponse) {
  const requestId = String(res.getHeader('x-request-id'))
  return { locale: localeOf(req, res), requestId, retryPath: req.url ?? '/' }
}

/** A compressed body as text; empty when it cannot be decoded. */
function decoded(sent: Buffer, encoding: string): string {
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding]
  try {
    return (decompress ? decompress(sent) : sent).toString('utf8')
  } catch {
    return ''
  }
}

/** The language that the page proxy chose for the page, or else the browser's. */
function localeOf(req: IncomingMessage, res: ServerResponse): Locale {
  const chosen = res.getHeader('content-language')
  return isLocale(chosen) ? chosen : negotiateLocale(req.headers['accept-language'])
}
