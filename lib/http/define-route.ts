import type { z } from 'zod'
import type { Access } from '@/lib/access/find-access'
import { requirePermission } from '@/lib/access/require-permission'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { type ApiRequest, bearerToken, fromWebRequest, plainParams } from '@/lib/http/api-request'
import { corsHeaders } from '@/lib/http/cors'
import type { ApiTag } from '@/lib/http/openapi-tags'
import {
  toProblemResponse,
  toRefusal,
  toWireResponse,
  type WireResponse,
} from '@/lib/http/problem-response'
import { readForm, readJsonBody, readUpload, singleValues, type Upload } from '@/lib/http/read-body'
import { receiveFile } from '@/lib/http/receive-file'
import { apiRequestContext } from '@/lib/http/request-context'
import { limitsOf, type RequestLimit, withinLimits } from '@/lib/http/request-limits'
import type {
  LiteralsKept,
  ResultFor,
  RouteResponse,
  RouteResponses,
  WithoutExtraFields,
} from '@/lib/http/route-responses'
import { webStream } from '@/lib/http/web-stream'
import { authenticate, type Authenticated } from '@/lib/identity/sessions/authenticate'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { type Outcome, type ProblemCode, type Refusal, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'

/**
 * Who may call: everybody, everybody signed in, or holders of one permission. `signed`: everybody
 * signed in, and whoever comes by a link with a signature, which the handler judges. There is no
 * default.
 */
type RouteAccess = 'public' | 'authenticated' | 'signed' | { permission: PermissionName }

/** Who asks: nobody knows on public routes, and of a link. */
type Asking<A, T> = A extends 'public' ? null : A extends 'signed' ? T | null : T

export interface RouteInput<B, Q, A> {
  request: ApiRequest
  body: B
  /** The file, on a route that takes one. */
  upload: Upload | null
  /**
   * The file of a multipart form, on a route that takes one. It is gone when the handler has ended.
   */
  file: ReceivedFile | null
  query: Q
  params: Record<string, string>
  ctx: RequestContext
  /** Who asks; null on public routes. */
  principal: Asking<A, Principal>
  access: Asking<A, Access>
}

export interface RouteDeclaration<
  B = unknown,
  Q = unknown,
  A extends RouteAccess = RouteAccess,
  R extends RouteResponses = RouteResponses,
> {
  /**
   * Names the operation in generated clients: verb and noun in camelCase, unique, never changed.
   */
  operationId: string
  tag: ApiTag
  /** One line for the API reference. */
  summary: string
  access: A
  /** Which budgets a request is charged to, where the default of request-limits.ts is not meant. */
  limits?: readonly RequestLimit[]
  body?: z.ZodType<B>
  /** In place of `body`: the fields of a urlencoded form, each once. */
  form?: z.ZodType<B>
  /**
   * In place of `body`: the media types of a file that is the whole body. Its limit is in
   * body-limits.ts.
   */
  upload?: readonly string[]
  /**
   * In place of `body`: a multipart form with one file, in the field `file`, and these text fields
   * beside it. With `upload` the file may also be the whole body.
   */
  multipart?: z.ZodType<B>
  query?: z.ZodType<Q>
  responses: R
  /** A 200 may also be a page for people. */
  page?: true
  /** The media types that a 200 is streamed in, where it is. */
  streams?: readonly string[]
  /** The refusals that are particular to this route. */
  refusals?: readonly ProblemCode[]
}

interface HandledRoute<
  B = unknown,
  Q = unknown,
  A extends RouteAccess = RouteAccess,
> extends RouteDeclaration<B, Q, A> {
  handle(input: RouteInput<B, Q, A>): Promise<Result>
}

type Result = RouteResponse | Refusal

/**
 * What a route file exports: a function of Web objects, as Next calls it, which also knows its
 * declaration and its answer in plain values, as the API lane takes it (a Web Response costs more
 * than all the rest of a small answer). Always a promise: returning small answers without one saved
 * 0.8 of the 57 µs of CPU that GET /auth/permissions takes.
 */
export type RouteHandler = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>) & {
  declaration: RouteDeclaration
  answer(request: ApiRequest, params: Record<string, string>): Promise<WireResponse>
}

/**
 * Makes a route handler out of one declaration, the same for both lanes. Refusals come in a fixed
 * order: the limit of the address, 401, 403, the limit of the person, the body, then whatever the
 * use case says. A body that lacks a field of its schema, or has one more, does not compile.
 */
export function defineRoute<
  A extends RouteAccess,
  R extends RouteResponses,
  T extends ResultFor<R>,
  B = undefined,
  Q = undefined,
>(
  declaration: RouteDeclaration<B, Q, A, R> & {
    handle(input: RouteInput<B, Q, A>): Promise<T | LiteralsKept>
  } & WithoutExtraFields<T, ResultFor<R>>,
): RouteHandler {
  const route = declaration as HandledRoute<B, Q, A>
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
    return new Response(chunks ? webStream(chunks) : text, { status, headers })
  }
  return Object.assign(handler, { declaration, answer })
}

type Admitted = Extract<Authorized, { ok: true }>

const NO_QUERY = { ok: true, values: {} } as const

async function run<B, Q, A extends RouteAccess>(
  declaration: HandledRoute<B, Q, A>,
  request: ApiRequest,
  params: Record<string, string>,
  extra: Record<string, string>,
): Promise<Result> {
  const ctx = apiRequestContext(request)
  const enter = () => authorize(request, declaration.access, ctx)
  const proceed = (who: Admitted) => handle(declaration, { request, params, ctx, who })
  const limits = limitsOf(declaration, request.method)
  if (limits.length > 0) return withinLimits(limits, ctx, extra, { authorize: enter, proceed })
  const who = await enter()
  return who.ok ? proceed(who) : who
}

async function handle<B, Q, A extends RouteAccess>(
  declaration: HandledRoute<B, Q, A>,
  by: {
    request: ApiRequest
    params: Record<string, string>
    ctx: RequestContext
    who: Admitted
  },
): Promise<Result> {
  const { request, params, ctx, who } = by
  const given = declaration.query ? singleValues(request.query()) : NO_QUERY
  if (!given.ok) return given
  const query = parsePart(declaration.query, () => given.values)
  if (!query.ok) return query
  const finish = (body: B, upload: Upload | null = null, file: ReceivedFile | null = null) => {
    const { principal, access } = who
    const input = {
      request,
      ctx,
      body,
      upload,
      file,
      query: query.value,
      params,
      principal,
      access,
    }
    return declaration.handle(input as RouteInput<B, Q, A>)
  }
  const { body: schema, form, multipart, upload: types } = declaration
  if (multipart)
    return receiveFile(
      request,
      { types: types ?? [], sender: who.principal?.userId ?? '' },
      async ({ file, fields }) => {
        const body = parsePart(multipart, () => fields)
        return body.ok ? finish(body.value, null, file) : body
      },
    )
  if (types) {
    const read = await readUpload(request, types)
    return read.ok ? finish(undefined as B, read.upload) : read
  }
  if (!schema && !form) return finish(undefined as B)
  const read = await (form ? readForm(request) : readJsonBody(request))
  const body = read.ok ? parsePart(form ?? schema, () => read.value) : read
  return body.ok ? finish(body.value) : body
}

function parsePart<T>(
  schema: z.ZodType<T> | undefined,
  value: () => unknown,
): { ok: true; value: T } | Refusal {
  if (!schema) return { ok: true, value: undefined as T }
  const parsed = schema.safeParse(value(), { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  return refuse('validation_failed', { errors: fieldErrorsOf(parsed.error) })
}

/** Who asks, or why the request may not go on. */
type Authorized = Outcome<{ principal: Principal | null; access: Access | null }>

/**
 * Whether the request may go on: a live Bearer token (401 otherwise), then the permission (403
 * otherwise).
 */
export async function authorize(
  request: ApiRequest,
  access: RouteAccess,
  ctx: RequestContext,
): Promise<Authorized> {
  if (access === 'public' || isLink(request, access))
    return { ok: true, principal: null, access: null }
  const who = await identify(request, ctx.now)
  if (!who.ok || typeof access === 'string') return who
  return (await requirePermission(who.principal, access.permission, ctx)) ?? who
}

/**
 * Whether `authorize` will let the request go on: asked before a large body is read, and leaves no
 * record.
 */
export async function isAuthorized(
  request: ApiRequest,
  access: RouteAccess,
  now: Date,
): Promise<boolean> {
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
