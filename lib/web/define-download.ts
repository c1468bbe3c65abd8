import { checkAccess } from '@/lib/access/check-permission'
import { settings } from '@/lib/config/settings'
import { downloadAnswer, fileConditions } from '@/lib/http/file-response'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import { pageParams } from '@/lib/http/pages/page-table'
import type { PathAccess, PathParams } from '@/lib/http/path-params'
import { chargeUser } from '@/lib/http/request-limits'
import { streamedBody } from '@/lib/http/web-stream'
import type { FileStream } from '@/lib/platform/export-file'
import { refuseWhileImpersonating } from '@/lib/identity/impersonation/refuse-write'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  impersonationOf,
  type RequestContext,
  type SessionPrincipal,
} from '@/lib/platform/request-context'
import type { FileConditions, OpenedFile } from '@/lib/uploads/open-upload'
import { answerOrRefuse } from '@/lib/web/define-endpoint'
import { webRequestContext } from '@/lib/web/web-context'

/**
 * Who may call: any signed-in user, or users with a permission, and with `unlessOwn` also the user
 * whom the path names. There is no default.
 */
type GetAccess = 'authenticated' | PathAccess

/**
 * Authorizes a GET that returns data instead of a page: the user, the query, and the ids in the
 * path. The page proxy has already checked the session and the permission, except where owners need
 * none; this checks again. Requests from other sites are refused.
 */
async function authorizeGet(
  headers: Headers,
  access: GetAccess,
): Promise<Outcome<{ principal: SessionPrincipal; query: URLSearchParams; params: PathParams }>> {
  const address = headers.get(PAGE_ADDRESS)
  // Set only by the page proxy (the gateway removes it from inbound requests).
  if (!address) return refuse('bad_request')
  if (headers.get('sec-fetch-site') === 'cross-site') return refuse('origin_not_allowed')
  const who = await webPrincipal(headers.get('cookie'), {
    at: requestInstant(headers),
    presentedByBrowser: false,
  })
  if (!who.ok) return who
  const { principal } = who
  const { searchParams, pathname } = new URL(address, settings().baseUrl)
  const params = pageParams(pathname)
  const refusal =
    access === 'authenticated'
      ? null
      : await checkAccess(principal, access, params, webRequestContext(headers))
  return refusal ?? { ok: true, principal, query: searchParams, params }
}

/** The page that the request came to, for the link of an error page. */
const addressOf = ({ headers, url }: Request) => headers.get(PAGE_ADDRESS) ?? new URL(url).pathname

interface DownloadDefinition {
  access: GetAccess
  /** Whether an administrator who views as another user gets nothing. */
  impersonation?: 'refused'
  run(
    query: URLSearchParams,
    call: { ctx: RequestContext; principal: SessionPrincipal; params: PathParams },
  ): Promise<Outcome<{ file: FileStream }>>
}

export type DownloadHandler = ((request: Request) => Promise<Response>) &
  Pick<DownloadDefinition, 'access' | 'impersonation'>

/**
 * Creates the GET handler of a file download with cookies. It is charged to the user because most
 * downloads write an audit record. The file is streamed, and generating it ends when the browser
 * disconnects.
 */
export function defineDownload(definition: DownloadDefinition): DownloadHandler {
  const { access, impersonation, run } = definition
  const handler = (request: Request): Promise<Response> =>
    answerOrRefuse(request, addressOf(request), async () => {
      const { headers, url } = request
      const admitted = await authorizeGet(headers, access)
      if (!admitted.ok) return admitted
      const { query, principal, params } = admitted
      const { refusal } = await chargeUser(principal.userId)
      if (refusal) return refusal
      const ctx = { ...webRequestContext(headers), impersonation: impersonationOf(principal) }
      if (ctx.impersonation && impersonation === 'refused')
        return refuseWhileImpersonating(ctx.impersonation, new URL(url).pathname, ctx)
      const result = await run(query, { ctx, principal, params })
      if (!result.ok) return result
      const { chunks, headers: about } = downloadAnswer(result.file)
      return new Response(streamedBody(chunks, request), { headers: about })
    })
  return Object.assign(handler, { access, impersonation })
}

type Open = (call: {
  principal: SessionPrincipal
  params: PathParams
  conditions: FileConditions
}) => Promise<Outcome<{ file: OpenedFile }>>

/**
 * Creates the GET handler of an uploaded file that a page shows or offers, for users whom both
 * `access` and `open` allow.
 */
export function defineFile(open: Open, access: GetAccess = 'authenticated'): DownloadHandler {
  const handler = (request: Request): Promise<Response> =>
    answerOrRefuse(request, addressOf(request), async () => {
      const admitted = await authorizeGet(request.headers, access)
      if (!admitted.ok) return admitted
      const { principal, params } = admitted
      const conditions = fileConditions(request.headers)
      const result = await open({ principal, params, conditions })
      if (!result.ok) return result
      const { status, headers: about, stream } = result.file
      return new Response(streamedBody(stream, request), { status, headers: about })
    })
  return Object.assign(handler, { access })
}

interface LookupDefinition {
  access: PathAccess
  run(
    query: URLSearchParams,
    call: { principal: SessionPrincipal },
  ): Promise<Outcome<{ body: object }>>
}

export type LookupHandler = ((request: Request) => Promise<Response>) &
  Pick<LookupDefinition, 'access'>

/**
 * Creates the GET handler of a lookup that a page's script makes while the user types. Returns JSON
 * or a problem document.
 */
export function defineLookup({ access, run }: LookupDefinition): LookupHandler {
  const handler = (request: Request): Promise<Response> =>
    answerOrRefuse(request, addressOf(request), async () => {
      const admitted = await authorizeGet(request.headers, access)
      if (!admitted.ok) return admitted
      const result = await run(admitted.query, { principal: admitted.principal })
      return result.ok ? Response.json(result.body) : result
    })
  return Object.assign(handler, { access })
}
