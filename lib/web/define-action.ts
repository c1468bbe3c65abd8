import type { z } from 'zod'
import { refuseMissingPermission } from '@/lib/auth/refuse-missing-permission'
import { settings } from '@/lib/config/settings'
import { bodyLimitOf } from '@/lib/http/body-limits'
import { BODY_TOO_LONG } from '@/lib/http/front-headers'
import { refusalOf } from '@/lib/http/refusal-of'
import { limitsOf, withinLimits, type RequestLimit } from '@/lib/http/request-limits'
import { fieldError, fieldErrorsOf } from '@/lib/platform/field-errors'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { doneAnswer, refusedAnswer, type ActionAsked, type ActionDone } from '@/lib/web/action-answer'
import { isOwnOrigin } from '@/lib/web/check-origin'
import { dashboardParams } from '@/lib/web/dashboard-routes'
import { PAGE_ADDRESS } from '@/lib/web/internal-headers'
import { judgedAt } from '@/lib/web/judged-at'
import { readFormBody, type FormFile } from '@/lib/web/read-form-body'
import { readSessionCookies, type SessionCookies } from '@/lib/web/session-cookies'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'
import { webPrincipal } from '@/lib/web/web-principal'

/** Who may act: everybody, everybody signed in, or holders of one permission. There is no default. */
export type ActionAccess = 'public' | 'authenticated' | { permission: PermissionName }

export interface ActionCall<A extends ActionAccess> {
  ctx: RequestContext
  /** Who acts; null on public pages. */
  principal: A extends 'public' ? null : Principal
  cookies: SessionCookies
  /** All cookies of the request, for what is no session. */
  cookieHeader: string | null
  /** The ids in the page's path, by the names of the route table: `params.id` where the page is `…/[id]`. */
  params: Record<string, string>
  /** The file of the form, where `fileField` asks for one and one was chosen. */
  file: FormFile | null
}

export interface ActionDefinition<B extends z.ZodType, T extends object, A extends ActionAccess> {
  access: A
  /** The permission that the form with that `intent` needs beside `access`, where a page's forms are not for the same people. */
  intents?: A extends 'public' ? never : Readonly<Record<string, PermissionName>>
  /** Which budgets a request is charged to, where the default of request-limits.ts is not meant. */
  limits?: readonly RequestLimit[]
  body: B
  /** The one field that may hold a file. How large the form may be is in body-limits.ts. */
  fileField?: string
  /** The fields, by name or pattern, whose typed values come back with a refused form. Never a password or a token. */
  keep?: readonly (string | RegExp)[]
  run(body: z.output<B>, call: ActionCall<A>): Promise<Outcome<T>>
  /** `query` is that of the page, where `next` travels; `here` the page's own address. */
  done(value: T, asked: { body: z.output<B>; query: URLSearchParams; here: string }): ActionDone
}

/** What an action's file exports: the handler, which also knows what it was made of. */
export type ActionHandler = ((request: Request) => Promise<Response>) & {
  definition: Pick<ActionDefinition<z.ZodType, object, ActionAccess>, 'access' | 'limits' | 'body' | 'keep'>
}

/**
 * Makes the handler that a page's forms post to. In order: the middleware was passed, own origin, the address's budget, who
 * acts and whether they may (by the page), the person's budget, whether they may by the form, the fields, the use case. Answers JSON to
 * scripts and redirects to forms.
 */
export function defineAction<B extends z.ZodType, T extends object, A extends ActionAccess>(
  definition: ActionDefinition<B, T, A>,
): ActionHandler {
  const handler = async (request: Request): Promise<Response> => {
    const { headers } = request
    const address = headers.get(PAGE_ADDRESS)
    // Only the middleware sets it (the front removes it from outside): actions have no address of their own.
    if (!address) return refusedAnswer(refuse('bad_request'), { headers, page: new URL(request.url) })
    const asked: ActionAsked = { headers, page: new URL(address, settings().baseUrl) }
    const extra: Record<string, string> = {}
    const kept: Record<string, string> = {}
    const result = await act(definition, request, asked, { extra, kept }).catch((error: unknown) =>
      refusalOf(error, webRequestId(headers)),
    )
    const answer = 'redirect' in result ? doneAnswer(result, headers) : refusedAnswer(result, asked, kept)
    for (const [name, value] of Object.entries(extra)) answer.headers.set(name, value)
    return answer
  }
  return Object.assign(handler, { definition })
}

async function act<B extends z.ZodType, T extends object, A extends ActionAccess>(
  definition: ActionDefinition<B, T, A>,
  request: Request,
  asked: ActionAsked,
  out: { extra: Record<string, string>; kept: Record<string, string> },
): Promise<ActionDone | Refusal> {
  const { headers } = request
  if (!isOwnOrigin(headers, settings())) return refuse('origin_not_allowed')
  const ctx = webRequestContext(headers)
  return withinLimits(limitsOf(definition, 'POST'), ctx, out.extra, {
    authorize: () => authorize(definition.access, headers, ctx),
    proceed: ({ principal }) => carryOut(definition, request, { asked, ctx, principal, kept: out.kept }),
  })
}

async function carryOut<B extends z.ZodType, T extends object, A extends ActionAccess>(
  definition: ActionDefinition<B, T, A>,
  request: Request,
  by: { asked: ActionAsked; ctx: RequestContext; principal: Principal | null; kept: Record<string, string> },
): Promise<ActionDone | Refusal> {
  const { asked, ctx, principal, kept } = by
  const { headers } = request
  const read = await readForm(request, asked.page, definition.fileField)
  if (!read.ok) return read
  asked.intent = read.fields.intent
  const allowed = await mayIntend(definition.intents, asked.intent, { principal, ctx })
  if (!allowed.ok) return allowed
  for (const [name, value] of Object.entries(read.fields))
    if (definition.keep?.some((wanted) => (typeof wanted === 'string' ? wanted === name : wanted.test(name))))
      kept[name] = value
  const parsed = definition.body.safeParse(read.fields, { reportInput: true })
  if (!parsed.success) return refuse('validation_failed', { errors: fieldErrorsOf(parsed.error) })
  const call = {
    ctx,
    principal,
    cookies: readSessionCookies(headers.get('cookie')),
    cookieHeader: headers.get('cookie'),
    params: dashboardParams(asked.page.pathname),
    file: read.file,
  } as ActionCall<A>
  const outcome = await definition.run(parsed.data, call)
  if (!outcome.ok) return outcome
  const { pathname, search, searchParams: query } = asked.page
  return definition.done(outcome, { body: parsed.data, query, here: pathname + search })
}

/** A form that is too long because of its file is refused at the file's field. */
async function readForm(request: Request, page: URL, fileField: string | undefined) {
  const read = request.headers.has(BODY_TOO_LONG)
    ? refuse('body_too_large')
    : await readFormBody(request, { maxBytes: bodyLimitOf(page.pathname), fileField })
  if (read.ok || read.code !== 'body_too_large' || fileField === undefined) return read
  return refuse('validation_failed', { errors: [fieldError([fileField], 'file_too_large')] })
}

async function authorize(
  access: ActionAccess,
  headers: Headers,
  ctx: RequestContext,
): Promise<Outcome<{ principal: Principal | null }>> {
  if (access === 'public') return { ok: true, principal: null }
  const who = await webPrincipal(headers.get('cookie'), {
    at: judgedAt(headers),
    presentedByBrowser: false,
  })
  if (!who.ok || access === 'authenticated' || can(who.principal, access.permission)) return who
  return refuseMissingPermission(who.principal, access.permission, ctx)
}

/** Asks before the fields are read: who may not do a thing learns nothing of what it takes. */
async function mayIntend(
  intents: Readonly<Record<string, PermissionName>> | undefined,
  intent: string | undefined,
  { principal, ctx }: { principal: Principal | null; ctx: RequestContext },
): Promise<Outcome<object>> {
  if (!intents || !principal || intent === undefined || !Object.hasOwn(intents, intent)) return { ok: true }
  const permission = intents[intent]!
  return can(principal, permission) ? { ok: true } : refuseMissingPermission(principal, permission, ctx)
}
