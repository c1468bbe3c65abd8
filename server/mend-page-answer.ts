import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainProblemPage } from '@/lib/http/plain-page'
import { isLocale, negotiateLocale, type Locale } from '@/lib/i18n/locale'
import { refuse } from '@/lib/platform/problems'

/**
 * Mends two things in what Next is about to answer. When rendering a page failed, Next sends an empty document that its scripts
 * fill: it is replaced by a page that can be read without them. And nobody outside is told to which file a page was rewritten.
 */
export function mendPageAnswer(req: IncomingMessage, res: ServerResponse): void {
  const { writeHead, write, end, flushHeaders } = res
  const isFault = () =>
    !res.headersSent &&
    res.statusCode === 500 &&
    String(res.getHeader('content-type')).startsWith('text/html')
  // Node's own `write` and `end` count on a written head, so that each is asked before it comes to that.
  const unlessFault =
    <T extends unknown[], R>(original: (...args: T) => R, instead: R) =>
    (...args: T): R =>
      isFault() ? instead : original.apply(res, args)
  res.writeHead = (status: number, ...rest: []) => {
    res.statusCode = status
    res.removeHeader('x-middleware-rewrite')
    return isFault() ? res : writeHead.call(res, status, ...rest)
  }
  res.write = unlessFault(write as (...args: unknown[]) => boolean, true) as typeof write
  res.flushHeaders = unlessFault(flushHeaders, undefined)
  res.end = ((...args: Parameters<typeof end>) => {
    if (!isFault()) return end.apply(res, args)
    const page = faultPage(req, res)
    writeHead.call(res, 500)
    return end.call(res, req.method === 'HEAD' ? '' : page, 'utf8')
  }) as typeof end
}

/** The page of a fault, for whose length and policy the headers are set. */
function faultPage(req: IncomingMessage, res: ServerResponse): string {
  const nonce = randomBytes(16).toString('base64')
  const page = plainProblemPage(refuse('internal_error'), {
    locale: localeOf(req, res),
    nonce,
    requestId: String(res.getHeader('x-request-id')),
    retryPath: req.url ?? '/',
  })
  for (const name of ['content-encoding', 'transfer-encoding', 'etag', 'link']) res.removeHeader(name)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(page))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return page
}

/** The language that the middleware chose for the page; without its word, the browser's. */
function localeOf(req: IncomingMessage, res: ServerResponse): Locale {
  const chosen = res.getHeader('content-language')
  return isLocale(chosen) ? chosen : negotiateLocale(req.headers['accept-language'])
}
