import { refusalOf } from '@/lib/http/refusal-of'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { admitGet } from '@/lib/web/admit-get'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { webRequestId } from '@/lib/web/web-context'

interface LookupDefinition {
  access: { permission: PermissionName }
  run(query: URLSearchParams, call: { principal: Principal }): Promise<Outcome<{ body: object }>>
}

export type LookupHandler = ((request: Request) => Promise<Response>) & Pick<LookupDefinition, 'access'>

/** Makes the GET handler of something that a script of a page looks up while somebody types: JSON, or a problem document. */
export function defineLookup({ access, run }: LookupDefinition): LookupHandler {
  const handler = async ({ headers, url }: Request): Promise<Response> => {
    const look = async () => {
      const admitted = await admitGet(headers, access)
      return admitted.ok ? run(admitted.query, { principal: admitted.principal }) : admitted
    }
    const result = await look().catch((error: unknown) => refusalOf(error, webRequestId(headers)))
    return result.ok
      ? Response.json(result.body)
      : refusalAnswer(result, { headers, path: headers.get(PAGE_ADDRESS) ?? new URL(url).pathname })
  }
  return Object.assign(handler, { access })
}
