import { requirePermission } from '@/lib/auth/require-permission'
import type { ApiRequest } from '@/lib/http/api-request'
import { bearerToken } from '@/lib/http/bearer-token'
import type { RouteAccess } from '@/lib/http/define-route'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { Access } from '@/lib/rbac/find-access'
import { authenticate, type Authenticated } from '@/lib/sessions/authenticate'

/** Who asks, or why the request may not go on. */
export type Authorized = Outcome<{ principal: Principal | null; access: Access | null }>

/** Whether the request may go on: a live Bearer token (401 otherwise), then the permission (403 otherwise). */
export async function authorize(
  request: ApiRequest,
  access: RouteAccess,
  ctx: RequestContext,
): Promise<Authorized> {
  if (access === 'public' || isLink(request, access)) return { ok: true, principal: null, access: null }
  const who = await identify(request, ctx.now)
  if (!who.ok || typeof access === 'string') return who
  return (await requirePermission(who.principal, access.permission, ctx)) ?? who
}

/** Whether `authorize` will let the request go on: asked before a large body is read, and leaves no record. */
export async function mayEnter(request: ApiRequest, access: RouteAccess, now: Date): Promise<boolean> {
  if (access === 'public' || isLink(request, access)) return true
  const who = await identify(request, now)
  return who.ok && (typeof access === 'string' || can(who.principal, access.permission))
}

/** Whether the request says that it comes by a signed link: then the link decides alone. */
function isLink(request: ApiRequest, access: RouteAccess): boolean {
  return access === 'signed' && request.query().has('signature')
}

function identify(request: ApiRequest, now: Date): Authenticated | Promise<Authenticated> {
  const bearer = bearerToken(request)
  if (!bearer.ok) return bearer
  return authenticate({ accessToken: bearer.token, surface: 'api', presentedByClient: true }, now)
}
