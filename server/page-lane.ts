import { IncomingMessage } from 'node:http'
import { bodyLimitOf, heardOutOf, MAX_BODY_BYTES } from '@/lib/http/body-limits'
import { BODY_TOO_LONG } from '@/lib/http/front-headers'
import type { Pages } from '@/server/pages'
import { mayBeLarge, readBody } from '@/server/request-body'
import { isRouterState } from '@/lib/http/router-state'
import type { Visit } from '@/server/visit'

/**
 * Has Next answer a request, whose body is read whole before: Next would read any length. `maySend` is asked before a large body
 * is read. Who may not send one is answered without it: all that decides about them is in their headers.
 */
export async function passToPages(
  visit: Visit,
  pages: Pages,
  maySend: () => Promise<boolean>,
): Promise<void> {
  const { req, res, path, headers, refuse, fail } = visit
  if (!isRouterState(req.headers['next-router-state-tree']))
    return refuse({ code: 'bad_request', detail: 'The state of the router cannot be read.', close: true })
  try {
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
    if (req.method === 'GET' || req.method === 'HEAD') return await pages.handle(req, res)
    const limit = bodyLimitOf(path)
    const isWelcome = limit <= MAX_BODY_BYTES || !mayBeLarge(req) || (await maySend().catch(() => false))
    if (!isWelcome) {
      res.setHeader('Connection', 'close')
      return await pages.handle(replayed(req, Buffer.alloc(0)), res)
    }
    const body = await readBody(res, limit, Math.max(limit, heardOutOf(path)))
    if (body === 'aborted') return
    if (body === 'overloaded') return refuse({ code: 'overloaded', close: true })
    if (body === 'too_large') return refuse({ code: 'body_too_large', close: true })
    await pages.handle(replayed(req, body), res)
  } catch (error) {
    fail(error)
  }
}

/** The same request with a body that was read already, for a reader that wants a stream; without one it was too long, and says so. */
function replayed(req: IncomingMessage, body: Buffer | 'heard_out'): IncomingMessage {
  if (body === 'heard_out') {
    const marked = replayed(req, Buffer.alloc(0))
    marked.rawHeaders.push(BODY_TOO_LONG, '1')
    marked.headers[BODY_TOO_LONG] = '1'
    return marked
  }
  const copy = new IncomingMessage(req.socket)
  const headers: string[] = []
  for (let i = 0; i < req.rawHeaders.length; i += 2)
    if (!/^(?:content-length|transfer-encoding|trailer|expect)$/i.test(req.rawHeaders[i]!))
      headers.push(req.rawHeaders[i]!, req.rawHeaders[i + 1]!)
  copy.rawHeaders = [...headers, 'content-length', String(body.length)]
  copy.headers = { ...req.headers, 'content-length': String(body.length) }
  for (const gone of ['transfer-encoding', 'trailer', 'expect']) delete copy.headers[gone]
  copy.method = req.method
  copy.url = req.url
  copy.httpVersion = req.httpVersion
  copy.httpVersionMajor = req.httpVersionMajor
  copy.httpVersionMinor = req.httpVersionMinor
  copy.complete = true
  if (body.length > 0) copy.push(body)
  copy.push(null)
  return copy
}
