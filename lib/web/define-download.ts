import { refusalOf } from '@/lib/http/refusal-of'
import { chargePerson } from '@/lib/http/request-limits'
import { webStream } from '@/lib/http/web-stream'
import type { FileStream } from '@/lib/platform/file-stream'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { admitGet, type GetAccess } from '@/lib/web/admit-get'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

interface DownloadDefinition {
  access: GetAccess
  run(
    query: URLSearchParams,
    call: { ctx: RequestContext; principal: Principal; params: Record<string, string> },
  ): Promise<Outcome<{ download: FileStream }>>
}

export type DownloadHandler = ((request: Request) => Promise<Response>) & Pick<DownloadDefinition, 'access'>

/**
 * Makes the GET handler of a file that people get with their cookies, charged to them: most files leave a record. The file is streamed,
 * and making it ends when the browser leaves.
 */
export function defineDownload(definition: DownloadDefinition): DownloadHandler {
  const { access, run } = definition
  const handler = async ({ headers, url }: Request): Promise<Response> => {
    const fetchFile = async () => {
      const admitted = await admitGet(headers, access)
      if (!admitted.ok) return admitted
      const { query, principal, params } = admitted
      const { refusal } = await chargePerson(principal.userId)
      if (refusal) return refusal
      return run(query, { ctx: webRequestContext(headers), principal, params })
    }
    const result = await fetchFile().catch((error: unknown) => refusalOf(error, webRequestId(headers)))
    if (!result.ok)
      return refusalAnswer(result, { headers, path: headers.get(PAGE_ADDRESS) ?? new URL(url).pathname })
    const { fileName, contentType, chunks } = result.download
    return new Response(webStream(chunks), {
      headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
    })
  }
  return Object.assign(handler, { access })
}
