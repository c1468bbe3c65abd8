import { fileConditions } from '@/lib/http/file-answer'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { refusalOf } from '@/lib/http/refusal-of'
import { webStream } from '@/lib/http/web-stream'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import type { FileConditions, OpenedFile } from '@/lib/uploads/open-upload'
import { admitGet, type GetAccess } from '@/lib/web/admit-get'
import type { DownloadHandler } from '@/lib/web/define-download'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { webRequestId } from '@/lib/web/web-context'

type Open = (call: {
  principal: Principal
  id: string
  conditions: FileConditions
}) => Promise<Outcome<{ file: OpenedFile }>>

/** Makes the GET handler of an uploaded file that a page shows or offers: for whom `access` and then `open` let have it. */
export function defineFile(open: Open, access: GetAccess = 'authenticated'): DownloadHandler {
  const handler = async ({ headers, url }: Request): Promise<Response> => {
    const openFile = async () => {
      const admitted = await admitGet(headers, access)
      if (!admitted.ok) return admitted
      const { principal, params } = admitted
      const conditions = fileConditions({ header: (name) => headers.get(name) })
      return open({ principal, id: params.id!, conditions })
    }
    const result = await openFile().catch((error: unknown) => refusalOf(error, webRequestId(headers)))
    if (!result.ok)
      return refusalAnswer(result, { headers, path: headers.get(PAGE_ADDRESS) ?? new URL(url).pathname })
    const { status, headers: about, stream } = result.file
    return new Response(stream && webStream(stream), { status, headers: about })
  }
  return Object.assign(handler, { access })
}
