import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { UPLOAD_FIELD } from '@/lib/http/body-limits'
import { FRAME_ACTION } from '@/lib/http/front-headers'
import type { RefusedForm } from '@/lib/http/page-exchange'
import { fieldError } from '@/lib/platform/field-errors'
import { problems, type ProblemCode } from '@/lib/platform/problems'
import { judgeActionPost, mediaType, type ActionTable } from '@/server/action-posts'
import { replayed } from '@/server/replayed-request'
import type { Pages } from '@/server/pages'

interface Post {
  req: IncomingMessage
  res: ServerResponse
  path: string
  refuse(answer: { code: ProblemCode; close?: boolean }): void
}

/** Hands a post whose body is read to Next, once it is known to be one that Next can take. */
export async function passPost(
  post: Post,
  body: Buffer,
  { pages, table }: { pages: Pages; table: ActionTable | null },
): Promise<void> {
  const { req, res, path } = post
  if (!table || !mayHaveActions(req, path, table)) return pages.handle(replayed(req, body), res)
  const judged = await judgeActionPost(req, { path, body, table })
  switch (judged.kind) {
    case 'action':
      return pages.handle(asOwn(replayed(req, body), judged.frame), res, { actionStarted: false })
    case 'outdated':
      return pages.handle(asView(req), res, { status: 409, refused: judged.form })
    case 'unknown_action':
      return answerScript(res, 409, 'Server Action unavailable.', { 'x-nextjs-action-not-found': '1' })
    case 'refused':
      return refusePost(post, judged.code)
  }
}

/** A form with a file that is too large is read to its end and thrown away: its page says so at the field. */
export async function answerTooLong(post: Post, pages: Pages): Promise<void> {
  if (post.req.headers['next-action'] !== undefined) return refusePost(post, 'body_too_large')
  const errors = [fieldError([UPLOAD_FIELD], 'file_too_large')]
  const refused: RefusedForm = { code: 'body_too_large', errors, values: {} }
  await pages.handle(asView(post.req), post.res, { status: problems.body_too_large[0], refused })
}

/** A page of ours, or an address without one, around which the frame is shown all the same. */
export function mayHaveActions(req: IncomingMessage, path: string, table: ActionTable): boolean {
  if (table.hasPage(path)) return true
  return req.headers['next-action'] !== undefined || mediaType(req) === 'multipart/form-data'
}

/** React's client shows what a refused post says when it is plain text: there it gets the code alone. */
export function refusePost({ req, res, refuse }: Post, code: ProblemCode): void {
  if (req.headers['next-action'] === undefined) return refuse({ code, close: true })
  answerScript(res, problems[code][0], code)
}

/**
 * The origin has been checked against ours, by rules that know more than Next's: what Next compares is made to agree, whatever
 * Host a proxy sends and whatever `null` a page without referrer does.
 */
function asOwn(req: IncomingMessage, frame: boolean): IncomingMessage {
  const { origin, host } = new URL(settings().baseUrl)
  const own = { origin, 'x-forwarded-host': host, ...(frame && { [FRAME_ACTION]: '1' }) }
  Object.assign(req.headers, own)
  const kept = req.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && !Object.hasOwn(own, name.toLowerCase()) ? [name, raw[i + 1]!] : [],
  )
  req.rawHeaders = [...kept, ...Object.entries(own).flat()]
  return req
}

/** The same request as a view of the page. */
function asView(req: IncomingMessage): IncomingMessage {
  const view = replayed(req, Buffer.alloc(0))
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
