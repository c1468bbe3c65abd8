import type { Access } from '@/lib/access/find-access'
import { checkAccess, checkAnyPermission } from '@/lib/access/check-permission'
import { type ApiRequest, fromWebRequest, plainParams } from '@/lib/http/api-request'
import { apiRequestContext } from '@/lib/http/api-request-context'
import { findBearer } from '@/lib/http/find-bearer'
import { receiveBody, validate } from '@/lib/http/receive-body'
import { singleValues } from '@/lib/http/request-body'
import { readHeaders, type RequestHeaders } from '@/lib/http/request-headers'
import { limitsOf, withinLimits } from '@/lib/http/request-limits'
import type { RouteBody } from '@/lib/http/route-body'
import {
  type ApiKeyRule,
  impersonationRuleOf,
  keyRuleOf,
  type LiteralsKept,
  type ResultFor,
  type RouteAccess,
  type RouteAdmission,
  type RouteDeclaration,
  type RouteInput,
  type RouteResponse,
  type RouteResponses,
  type WithoutExtraFields,
} from '@/lib/http/route-declaration'
import { streamedBody } from '@/lib/http/web-stream'
import {
  corsHeaders,
  toProblemResponse,
  toRefusal,
  toWireResponse,
  type WireResponse,
} from '@/lib/http/wire-response'
import { refuseWhileImpersonating } from '@/lib/identity/impersonation/refuse-write'
import { checkSensitiveAct } from '@/lib/identity/sign-in/reauthenticate'
import type { SensitiveAct } from '@/lib/identity/sign-in/protected-acts'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * What a route file exports: a function of Web objects, as Next calls it, with its declaration and
 * with `answer`, which the API router calls for plain values (a Web Response costs more than the
 * rest of a small response together). Always returns a promise: returning small responses
 * synchronously saved only 0.8 of the 57 µs of CPU that GET /auth/permissions takes.
 */
export type RouteHandler = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>) & {
  declaration: RouteDeclaration
  answer(request: ApiRequest, params: Record<string, string>): Promise<WireResponse>
}

/** A declaration whose handler is called with what was read as it declares, whatever its types. */
interface HandledRoute extends RouteDeclaration {
  handle(input: unknown): Promise<Result>
}

type Result = RouteResponse | Refusal

/**
 * Creates a route handler from one declaration, for both the API router and Next. Refusals come in
 * a fixed order: the rate limit of the IP address, 401, 403, the rate limit of the user, the body,
 * 401 and 403 once more if there is one, then the use case. A response body that lacks a field of
 * its schema, or has an extra one, does not compile.
 */
export function defineRoute<
  A extends RouteAccess<P>,
  R extends RouteResponses,
  T extends ResultFor<R>,
  B extends RouteBody | undefined = undefined,
  Q = undefined,
  const K extends ApiKeyRule | undefined = undefined,
  H extends RequestHeaders = Record<never, never>,
  const S extends SensitiveAct | undefined = undefined,
  const P extends string = never,
>(
  declaration: RouteDeclaration<B, Q, A, R, K, H, S, P> & {
    handle(input: RouteInput<B, Q, A, K, H, S, P>): Promise<T | LiteralsKept>
  } & WithoutExtraFields<T, ResultFor<R>>,
): RouteHandler {
  const route = declaration as unknown as HandledRoute
  const answer: RouteHandler['answer'] = async (request, params) => {
    const extra = corsHeaders(request.header('origin'))
    const result = await run(route, request, params, extra).catch((error: unknown) =>
      toRefusal(error, request.requestId),
    )
    return 'ok' in result
      ? toProblemResponse(result, request, extra)
      : toWireResponse(result, extra)
  }
  const handler: (...args: Parameters<RouteHandler>) => Promise<Response> = async (
    request,
    context,
  ) => {
    const params = plainParams(await context.params)
    const { status, headers, text, chunks } = await answer(fromWebRequest(request), params)
    return new Response(chunks ? streamedBody(chunks, request) : text, { status, headers })
  }
  return Object.assign(handler, { declaration, answer })
}

type Admitted = Extract<Authorized, { ok: true }>

const NO_QUERY = { ok: true, value: undefined } as const

async function run(
  declaration: HandledRoute,
  request: ApiRequest,
  params: Record<string, string>,
  extra: Record<string, string>,
): Promise<Result> {
  const ctx = apiRequestContext(request, declaration.headers)
  const enter = () => authorize(request, declaration, ctx, params)
  const proceed = (who: Admitted) => handle(declaration, { request, params, ctx, who })
  const limits = limitsOf(declaration, request.method)
  if (limits.length > 0) return withinLimits(limits, ctx, extra, { authorize: enter, proceed })
  const who = await enter()
  return who.ok ? proceed(who) : who
}

async function handle(
  declaration: HandledRoute,
  by: {
    request: ApiRequest
    params: Record<string, string>
    ctx: RequestContext
    who: Admitted
  },
): Promise<Result> {
  const { request, params, ctx } = by
  const query = readQuery(declaration.query, request)
  if (!query.ok) return query
  const proceed = ({ principal, access }: Admitted, body?: unknown) =>
    declaration.handle({
      request,
      headers: readHeaders(declaration.headers ?? {}, request),
      ctx,
      body,
      query: query.value,
      params,
      principal,
      access,
    })
  if (!declaration.body) return proceed(by.who)
  const sender = by.who.principal?.userId ?? ''
  // A body can take minutes, and the session or a permission may have been taken away
  // meanwhile. Expiry counts from the beginning of the request.
  return receiveBody(declaration.body, { request, sender }, async (body) => {
    const who = await authorize(request, declaration, ctx, params)
    return who.ok ? proceed(who, body) : who
  })
}

function readQuery(
  schema: RouteDeclaration['query'],
  request: ApiRequest,
): Outcome<{ value: unknown }> {
  if (!schema) return NO_QUERY
  const given = singleValues(request.query())
  return given.ok ? validate(schema, given.values) : given
}

/** The caller, or the refusal of the request. */
type Authorized = Outcome<{ principal: Principal | null; access: Access | null }>

/**
 * Authorizes a request: a live Bearer token or API key (401 otherwise), then whether the route
 * accepts API keys and the permission (403 otherwise).
 */
export async function authorize(
  request: ApiRequest,
  declaration: RouteAdmission,
  ctx: RequestContext,
  params: Record<string, string> = {},
): Promise<Authorized> {
  const { access, lacking, act } = declaration
  if (access === 'public' || isLink(request, access))
    return { ok: true, principal: null, access: null }
  const who = await findBearer(request, ctx, lacking)
  if (!who.ok) return who
  const { principal } = who
  if (principal.kind === 'key') {
    ctx.apiKeyId = principal.keyId
    request.noteApiKey?.(principal.keyId)
    const rule = keyRuleOf(declaration)
    if (rule === 'refused')
      return (await checkSensitiveAct(principal, act, ctx.now)) ?? refuse('session_required')
    const refusal = rule === 'accepted' ? null : await checkAnyPermission(principal, rule, ctx)
    if (refusal) return refusal
  } else if (principal.impersonator) {
    ctx.impersonation = { actorId: principal.impersonator.userId, userId: principal.userId }
    if (impersonationRuleOf(declaration, request.method) === 'refused')
      return refuseWhileImpersonating(ctx.impersonation, declaration.operationId, ctx)
  }
  const refusal =
    typeof access === 'string' ? null : await checkAccess(principal, access, params, ctx)
  if (refusal) return refusal
  return act ? ((await checkSensitiveAct(principal, act, ctx.now)) ?? who) : who
}

/** Whether the request uses a signed link. If so, only the signature counts, not the token. */
function isLink(request: ApiRequest, access: RouteAccess): boolean {
  return access === 'signed' && request.query().has('signature')
}
