import { bodyLimitOf, heardOutOf, MAX_BODY_BYTES, tooLargeCodeOf } from '@/lib/http/body-limits'
import { isPublicPage } from '@/lib/http/may-send-form'
import type { Pages } from '@/server/pages'
import { isOwnPost, type ActionTable } from '@/server/action-posts'
import { answerTooLong, mayHaveActions, passPost, refusePost } from '@/server/page-posts'
import { replayed } from '@/server/replayed-request'
import { mayBeLarge, readBody } from '@/server/request-body'
import { isRouterState } from '@/lib/http/router-state'
import type { Visit } from '@/server/visit'

/**
 * Has Next answer a request, whose body is read whole before: Next would read any length. `maySend` is asked before a large body
 * is read. Who may not send one is answered without it: all that decides about them is in their headers. `actions`: the
 * server actions that posts to pages may reach; null where Next decides alone.
 */
export async function passToPages(
  visit: Visit,
  pages: Pages,
  maySend: () => Promise<boolean>,
  actions: ActionTable | null = null,
): Promise<void> {
  const { req, res, path, headers, refuse, fail } = visit
  if (!isRouterState(req.headers['next-router-state-tree']))
    return refuse({ code: 'bad_request', detail: 'The router state can’t be read.', close: true })
  try {
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
    if (req.method === 'GET' || req.method === 'HEAD') return await pages.handle(req, res)
    if (actions && mayHaveActions(req, path, actions) && !isOwnPost(req))
      return refusePost(visit, 'origin_not_allowed')
    const limit = bodyLimitOf(path)
    const isWelcome = limit <= MAX_BODY_BYTES || !mayBeLarge(req) || (await maySend().catch(() => false))
    // Pages that ask who somebody is answer without the body; one for everybody takes a small one.
    if (!isWelcome && !isPublicPage(path)) {
      res.setHeader('Connection', 'close')
      return await pages.handle(replayed(req, Buffer.alloc(0)), res)
    }
    const body = isWelcome
      ? await readBody(res, limit, Math.max(limit, heardOutOf(path)))
      : await readBody(res, MAX_BODY_BYTES, MAX_BODY_BYTES)
    if (body === 'aborted') return
    if (body === 'overloaded') return refuse({ code: 'overloaded', close: true })
    if (body === 'too_large') return refuse({ code: tooLargeCodeOf(path), close: true })
    if (body === 'heard_out') return await answerTooLong(visit, pages)
    await passPost(visit, body, { pages, table: actions })
  } catch (error) {
    fail(error)
  }
}
