import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import type { BodyLimit } from '@/lib/http/body-limits'
import { FRAME_ACTION } from '@/lib/http/gateway-headers'
import type { RefusedForm } from '@/lib/http/pages/page-exchange'
import { isPublicPage } from '@/lib/http/pages/page-gate'
import { isRouterState } from '@/lib/http/pages/router-state'
import { UPLOAD_FIELD } from '@/lib/http/request-body'
import { fieldError } from '@/lib/platform/field-errors'
import { type ProblemCode, problems } from '@/lib/platform/problems'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'
import {
  type ActionTable,
  isOwnPost,
  mediaType,
  validateActionPost,
} from '@/server/gateway/action-posts'
import { mayBeLarge } from '@/server/gateway/http-server'
import type { GatewayRequest } from '@/server/gateway/inbound-request'
import type { Pages } from '@/server/gateway/next-pages'
import { readBody, rebuildRequest } from '@/server/gateway/request-bodies'

/**
 * Has Next answer a request after reading its whole body, because Next would read a body of any
 * length. `maySend` is called before a large body is read; a sender who isn't allowed to send one
 * is answered without it, because their headers decide everything. `actions`: the server actions
 * that posts to pages may reach; null where Next alone decides.
 */
export async function routeToPages(
  request: GatewayRequest,
  pages: Pages,
  by: { limit: BodyLimit; maySend: () => Promise<boolean>; actions?: ActionTable | null },
): Promise<void> {
  const { req, res, path, headers, refuse, fail } = request
  const { limit, maySend, actions = null } = by
  if (!isRouterState(req.headers['next-router-state-tree']))
    return refuse({ code: 'bad_request', detail: 'The router state can’t be read.', close: true })
  try {
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
    if (req.method === 'GET' || req.method === 'HEAD') return await pages.handle(req, res)
    if (actions && mayHaveActions(req, path, actions) && !isOwnPost(req))
      return refusePost(request, 'origin_not_allowed')
    const { maxBytes, maxDrainedBytes, tooLargeCode } = limit
    const mayPost =
      maxBytes <= MAX_BODY_BYTES || !mayBeLarge(req) || (await maySend().catch(() => false))
    // Pages that require a session answer without the body; public pages read a small one.
    if (!mayPost && !isPublicPage(path)) {
      res.setHeader('Connection', 'close')
      return await pages.handle(rebuildRequest(req, Buffer.alloc(0)), res)
    }
    const body = mayPost
      ? await readBody(request, maxBytes, Math.max(maxBytes, maxDrainedBytes))
      : await readBody(request, MAX_BODY_BYTES, MAX_BODY_BYTES)
    if (body === 'aborted') return
    if (body === 'overloaded') return refuse({ code: 'overloaded', close: true })
    if (body === 'too_large') return refuse({ code: tooLargeCode, close: true })
    if (body === 'drained') return await respondTooLarge(request, pages)
    await forwardPost(request, body, { pages, table: actions })
  } catch (error) {
    fail(error)
  }
}

interface Post {
  req: IncomingMessage
  res: ServerResponse
  path: string
  refuse(answer: { code: ProblemCode; detail?: string; close?: boolean }): void
}

/** Forwards a post whose body has been read to Next, after checking that Next can handle it. */
async function forwardPost(
  post: Post,
  body: Buffer,
  { pages, table }: { pages: Pages; table: ActionTable | null },
): Promise<void> {
  const { req, res, path } = post
  if (!table || !mayHaveActions(req, path, table))
    return pages.handle(rebuildRequest(req, body), res)
  const result = await validateActionPost(req, { path, body, table })
  switch (result.kind) {
    case 'action':
      return pages.handle(withOwnOrigin(rebuildRequest(req, body), result.frame), res, {
        actionStarted: false,
      })
    case 'outdated':
      return pages.handle(asPageView(req), res, { status: 409, refused: result.form })
    case 'unknown_action':
      return answerScript(res, 409, 'Server Action unavailable.', {
        'x-nextjs-action-not-found': '1',
      })
    case 'refused':
      return refusePost(post, result.code)
  }
}

/**
 * A form with a file that is too large is read to the end and discarded, so that its page can show
 * the error at the field.
 */
async function respondTooLarge(post: Post, pages: Pages): Promise<void> {
  if (post.req.headers['next-action'] !== undefined) return refusePost(post, 'body_too_large')
  const errors = [fieldError([UPLOAD_FIELD], 'file_too_large')]
  const refused: RefusedForm = { code: 'body_too_large', errors, values: {}, lists: {} }
  await pages.handle(asPageView(post.req), post.res, {
    status: problems.body_too_large[0],
    refused,
  })
}

/** A page of ours, or an unknown address, which is shown inside the layout as well. */
function mayHaveActions(req: IncomingMessage, path: string, table: ActionTable): boolean {
  if (table.hasPage(path)) return true
  return req.headers['next-action'] !== undefined || mediaType(req) === 'multipart/form-data'
}

/** Details for posts to pages, because the default ones explain how to send JSON. */
const PAGE_DETAILS: Partial<Record<ProblemCode, string>> = {
  unsupported_media_type:
    'This is a page, which accepts only its own form. To send requests from a program, use the API at /api/v1.',
}

/**
 * When a refusal is plain text, React's client shows it as the error message. There it gets only
 * the code.
 */
function refusePost({ req, res, refuse }: Post, code: ProblemCode): void {
  if (req.headers['next-action'] === undefined)
    return refuse({ code, detail: PAGE_DETAILS[code], close: true })
  answerScript(res, problems[code][0], code)
}

/**
 * The origin has already been checked against ours, by rules that know more than Next's. The
 * headers that Next compares are made to agree, whatever Host a proxy sends and even if a page
 * without referrer sends `null`.
 */
function withOwnOrigin(req: IncomingMessage, frame: boolean): IncomingMessage {
  const { origin, host } = new URL(settings().baseUrl)
  const own = { origin, 'x-forwarded-host': host, ...(frame && { [FRAME_ACTION]: '1' }) }
  Object.assign(req.headers, own)
  const kept = req.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && !Object.hasOwn(own, name.toLowerCase()) ? [name, raw[i + 1]!] : [],
  )
  req.rawHeaders = [...kept, ...Object.entries(own).flat()]
  return req
}

/** The same request as a GET of the page. */
function asPageView(req: IncomingMessage): IncomingMessage {
  const view = rebuildRequest(req, Buffer.alloc(0))
  view.method = 'GET'
  const names = new Set(['content-type', 'content-length', 'next-action'])
  for (const name of names) delete view.headers[name]
  view.rawHeaders = view.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && !names.has(name.toLowerCase()) ? [name, raw[i + 1]!] : [],
  )
  return view
}

function answerScript(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  res
    .writeHead(status, {
      ...headers,
      'Content-Type': 'text/plain',
      'Content-Length': String(text.length),
      'Cache-Control': 'no-store',
    })
    .end(text)
}
