import { settings } from '@/lib/config/settings'
import { refusalOf } from '@/lib/http/refusal-of'
import { webStream } from '@/lib/http/web-stream'
import type { FileStream } from '@/lib/platform/file-stream'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { dashboardParams } from '@/lib/web/dashboard-routes'
import { PAGE_ADDRESS } from '@/lib/web/internal-headers'
import { judgedAt } from '@/lib/web/judged-at'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'
import { webPrincipal } from '@/lib/web/web-principal'

interface DownloadDefinition {
  access: { permission: PermissionName }
  run(
    query: URLSearchParams,
    call: { ctx: RequestContext; principal: Principal; params: Record<string, string> },
  ): Promise<Outcome<{ download: FileStream }>>
}

export type DownloadHandler = ((request: Request) => Promise<Response>) & Pick<DownloadDefinition, 'access'>

/**
 * Makes the GET handler of a file that people get with their cookies. The middleware has asked who they are and what they may; this asks
 * again. The file is streamed, and making it ends when the browser leaves. Another site can not have it fetched.
 */
export function defineDownload(definition: DownloadDefinition): DownloadHandler {
  const handler = async (request: Request): Promise<Response> => {
    const { headers } = request
    const address = headers.get(PAGE_ADDRESS)
    const path = address ?? new URL(request.url).pathname
    const result = await fetchFile(definition, headers, address).catch((error: unknown) =>
      refusalOf(error, webRequestId(headers)),
    )
    if (!result.ok) return refusalAnswer(result, { headers, path })
    const { fileName, contentType, chunks } = result.download
    return new Response(webStream(chunks), {
      headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
    })
  }
  return Object.assign(handler, { access: definition.access })
}

async function fetchFile(
  { access, run }: DownloadDefinition,
  headers: Headers,
  address: string | null,
): Promise<Outcome<{ download: FileStream }>> {
  // Only the middleware sets it (the front removes it from outside).
  if (!address) return refuse('bad_request')
  if (headers.get('sec-fetch-site') === 'cross-site') return refuse('origin_not_allowed')
  const who = await webPrincipal(headers.get('cookie'), { at: judgedAt(headers), presentedByBrowser: false })
  if (!who.ok) return who
  if (!can(who.principal, access.permission))
    return refuse('insufficient_permission', { requiredPermission: access.permission })
  const { searchParams, pathname } = new URL(address, settings().baseUrl)
  const call = {
    ctx: webRequestContext(headers),
    principal: who.principal,
    params: dashboardParams(pathname),
  }
  return run(searchParams, call)
}
