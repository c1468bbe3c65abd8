import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { z } from 'zod'
import { checkAccess, checkPermission } from '@/lib/access/check-permission'
import type { MissingFactor } from '@/lib/access/missing-factor'
import type { PermissionAccess } from '@/lib/access/permission-access'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { settings } from '@/lib/config/settings'
import { echoedFields, type FormFile, readFields, readFile } from '@/lib/http/form-fields'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { pageExchange } from '@/lib/http/pages/page-exchange'
import { requestInstant, webPrincipal } from '@/lib/http/pages/page-principal'
import {
  type FilePath,
  type ObjectPath,
  pageParamsAt,
  type ParamsOf,
} from '@/lib/http/pages/page-table'
import { isOwnOrigin } from '@/lib/http/request-checks'
import { limitsOf, type RequestLimit, withinLimits } from '@/lib/http/request-limits'
import { readSessionCookies, type SessionCookies } from '@/lib/http/session-cookies'
import { toRefusal } from '@/lib/http/wire-response'
import { checkSensitiveAct } from '@/lib/identity/sign-in/reauthenticate'
import type { SensitiveAct } from '@/lib/identity/sign-in/protected-acts'
import { fieldError, fieldErrorsOf } from '@/lib/platform/field-errors'
import { refuseWhileImpersonating } from '@/lib/identity/impersonation/refuse-write'
import {
  type Outcome,
  type ProblemCode,
  problems,
  type Refusal,
  refuse,
  SIGNED_OUT_CODES,
} from '@/lib/platform/problems'
import {
  impersonationOf,
  type RequestContext,
  type SessionPrincipal,
} from '@/lib/platform/request-context'
import { type ActionState, type FormAction, initialActionState } from '@/lib/web/action-state'
import { type ActionSuccess, noticeCookies, successCookies } from '@/lib/web/form-outcome'
import { listFieldsOf } from '@/lib/web/list-field'
import { localeOf } from '@/lib/web/preferences'
import { askForCurrentPassword, refusedState } from '@/lib/web/refusals'
import { loginPath } from '@/lib/web/safe-redirect'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

/** Who may call: anyone, any signed-in user, or users with a permission. There is no default. */
export type ActionAccess = 'public' | 'authenticated' | PermissionAccess

export interface ActionCall<A extends ActionAccess, P extends ObjectPath = never> {
  ctx: RequestContext
  /** The caller; null for public actions. */
  principal: A extends 'public' ? null : SessionPrincipal
  cookies: SessionCookies
  /** All cookies of the request, for purposes other than the session. */
  cookieHeader: string | null
  /** The path and query of the page with the form. */
  here: string
  /** The query of that page, which carries `next`. */
  query: URLSearchParams
  /** The chosen file, if the action takes one. */
  file: FormFile | null
  /** The values in the path of the action's `page`: `params.id` for `…/[id]`. */
  params: ParamsOf<P>
}

/** A server action, with the definition it was created from. */
export type ServerAction = FormAction & {
  definition: Pick<
    ActionDefinition<z.ZodType, object, ActionAccess, ObjectPath>,
    | 'access'
    | 'alsoRequires'
    | 'act'
    | 'limits'
    | 'body'
    | 'impersonation'
    | 'lacking'
    | 'page'
    | 'takesFileAt'
  >
}

interface ActionDefinition<
  B extends z.ZodType,
  T extends object,
  A extends ActionAccess,
  P extends ObjectPath,
> {
  access: A
  /** The permission that the form needs in addition to `access`. */
  alsoRequires?: A extends 'public' ? never : PermissionName
  /** What the session may lack: for the forms that set up or prove a second factor. */
  lacking?: readonly MissingFactor[]
  /** What the form does that needs a recent sign-in. */
  act?: SensitiveAct
  /** Only what is `allowed` may be done while an administrator views as another user. */
  impersonation?: 'allowed'
  /** The rate limits, if they differ from the default in request-limits.ts. */
  limits?: readonly RequestLimit[]
  body: B
  /** The page of the form, if the action needs the values in its path. */
  page?: P
  /** Refusals that mean that the page is outdated: it is opened again, with the reason. */
  stale?: readonly ProblemCode[]
  /** The page of a form with a file in the field UPLOAD_FIELD; it declares the size limit. */
  takesFileAt?: FilePath
  handle(body: z.output<B>, call: ActionCall<A, P>): Promise<Outcome<T>>
  /** The response to a success. `query` is that of the page, which carries `next`. */
  done(
    value: T,
    submission: { body: z.output<B>; query: URLSearchParams; here: string },
  ): ActionSuccess
}

/**
 * Creates a server action for a form. It checks, in order: own origin, impersonation, the rate
 * limit of the IP address, authentication and `access`, the rate limit of the user, `alsoRequires`,
 * `act`, the fields, `page`; then it calls the use case. Every page can call any action (Next finds
 * it by its id alone), so an action never relies on the checks of a page or the page proxy. Without
 * script a success redirects and a refusal renders the page again.
 */
export function defineAction<
  B extends z.ZodType,
  T extends object,
  A extends ActionAccess,
  P extends ObjectPath = never,
>(definition: ActionDefinition<B, T, A, P>): ServerAction {
  const action = async (...given: unknown[]) => {
    const form = given.at(-1)
    const requestHeaders = await headers()
    const exchange = pageExchange()
    if (exchange) exchange.actionStarted = true
    const result = await act(definition, form, requestHeaders).catch((error: unknown) =>
      toRefusal(error, requestHeaders.get('x-request-id') ?? ''),
    )
    if ('redirect' in result) return succeed(result, requestHeaders)
    const isPublic = definition.access === 'public'
    return fail(isPublic ? result : askForCurrentPassword(result), form, requestHeaders)
  }
  return Object.assign(action as FormAction, { definition })
}

async function act<
  B extends z.ZodType,
  T extends object,
  A extends ActionAccess,
  P extends ObjectPath,
>(
  definition: ActionDefinition<B, T, A, P>,
  form: unknown,
  requestHeaders: Headers,
): Promise<ActionSuccess | Refusal> {
  const address = requestHeaders.get(PAGE_ADDRESS)
  // Set only by the page proxy: missing if the request bypassed it.
  if (!address) return refuse('bad_request')
  if (!isOwnOrigin(requestHeaders, settings())) return refuse('origin_not_allowed')
  const ctx = webRequestContext(requestHeaders)
  // Public actions too: they may use the browser's cookies.
  const readOnly = await refuseImpersonation(definition, ctx, address)
  if (readOnly) return readOnly
  const budgets: Record<string, string> = {}
  const result = await withinLimits(limitsOf(definition, 'POST'), ctx, budgets, {
    authorize: () => authorize(definition, { requestHeaders, address, ctx }),
    proceed: ({ principal }) =>
      carryOut(definition, form, {
        requestHeaders,
        ctx,
        principal,
        page: new URL(address, settings().baseUrl),
      }),
  })
  setHeaders(Object.entries(budgets))
  return result
}

async function carryOut<
  B extends z.ZodType,
  T extends object,
  A extends ActionAccess,
  P extends ObjectPath,
>(
  definition: ActionDefinition<B, T, A, P>,
  form: unknown,
  by: {
    requestHeaders: Headers
    ctx: RequestContext
    principal: SessionPrincipal | null
    page: URL
  },
): Promise<ActionSuccess | Refusal> {
  const { alsoRequires, act, body, takesFileAt, stale, handle, done } = definition
  const { requestHeaders, ctx, principal, page } = by
  // Before the fields are read: a user without the permission learns nothing about them.
  const forbidden =
    principal && alsoRequires && (await checkPermission(principal, alsoRequires, ctx))
  if (forbidden) return forbidden
  const old = principal && (await checkSensitiveAct(principal, act, ctx.now))
  if (old) return old
  const read = readFields(form, listFieldsOf(body))
  if (!read.ok) return read
  if (read.missing.length > 0) return refuseOutdated(read.missing)
  const parsed = body.safeParse(read.fields, { reportInput: true })
  if (!parsed.success) return refuse('validation_failed', { errors: fieldErrorsOf(parsed.error) })
  const { pathname, search, searchParams: query } = page
  const params = pageParamsAt(definition.page, pathname)
  if (!params) return refuse('not_found')
  const here = pathname + search
  const cookieHeader = requestHeaders.get('cookie')
  const outcome = await handle(parsed.data, {
    ctx,
    principal,
    cookies: readSessionCookies(cookieHeader),
    cookieHeader,
    file: takesFileAt ? await readFile(form) : null,
    here,
    query,
    params,
  } as ActionCall<A, P>)
  if (outcome.ok) return done(outcome, { body: parsed.data, query, here })
  return stale?.includes(outcome.code) ? { redirect: here, code: outcome.code } : outcome
}

/**
 * The refusal of a form without some of its lists, as a page of an earlier version may post it:
 * they would be saved empty. Next can keep the ids of actions when the service is built again.
 */
function refuseOutdated(missing: readonly string[]): Refusal {
  const errors = missing.map((name) => fieldError([name], 'outdated'))
  return refuse('validation_failed', { errors })
}

type Admission = Pick<ServerAction['definition'], 'access' | 'lacking' | 'impersonation'>

/** The refusal of a form that is not allowed while an administrator views as another user. */
async function refuseImpersonation(
  { impersonation: rule }: Admission,
  ctx: RequestContext,
  address: string,
): Promise<Refusal | null> {
  if (!ctx.impersonation || rule === 'allowed') return null
  const { pathname } = new URL(address, settings().baseUrl)
  return refuseWhileImpersonating(ctx.impersonation, pathname.slice(0, 200), ctx)
}

async function authorize(
  definition: Admission,
  {
    requestHeaders,
    address,
    ctx,
  }: { requestHeaders: Headers; address: string; ctx: RequestContext },
): Promise<Outcome<{ principal: SessionPrincipal | null }>> {
  const { access, lacking } = definition
  if (access === 'public') return { ok: true, principal: null }
  const who = await webPrincipal(requestHeaders.get('cookie'), {
    at: requestInstant(requestHeaders),
    presentedByBrowser: false,
    lacking,
  })
  if (!who.ok) return who
  // Decided by the session that was authenticated, whatever the time since the check above.
  ctx.impersonation = impersonationOf(who.principal)
  const readOnly = await refuseImpersonation(definition, ctx, address)
  if (readOnly || access === 'authenticated') return readOnly ?? who
  return checkAccess(who.principal, access, {}, ctx) ?? who
}

/** Whether React's client sent the form; otherwise the response is a document or a redirect. */
const byScript = (requestHeaders: Headers) => requestHeaders.has('next-action')

function succeed(done: ActionSuccess, requestHeaders: Headers): ActionState {
  // Not "cookies": the device cookie must outlive the session.
  if (done.session === 'clear') setHeaders([['clear-site-data', '"cache", "storage"']])
  setCookies(successCookies(done))
  const script = byScript(requestHeaders)
  if (script && done.inPlace) return { ...initialActionState, notice: done.notice ?? null }
  setCookies(noticeCookies(done))
  if (script) return { ...initialActionState, redirect: done.redirect }
  redirect(done.redirect)
}

function fail(refusal: Refusal, form: unknown, requestHeaders: Headers): ActionState {
  if (SIGNED_OUT_CODES.includes(refusal.code))
    return succeed(
      { redirect: loginPath(requestHeaders.get(PAGE_ADDRESS)), notice: 'session_ended' },
      requestHeaders,
    )
  const wait = refusal.retryAfterSeconds
  if (wait !== undefined) setHeaders([['retry-after', String(Math.max(1, Math.ceil(wait)))]])
  const posted =
    byScript(requestHeaders) || !(form instanceof FormData)
      ? { values: {}, lists: {} }
      : echoedFields(form)
  const exchange = pageExchange()
  if (exchange) {
    const { code, errors } = refusal
    exchange.status = problems[code][0]
    exchange.refused = { form: posted.values.intent, code, errors, ...posted }
  }
  const about = { locale: localeOf(requestHeaders), requestId: webRequestId(requestHeaders) }
  return { ...refusedState(refusal, about), ...posted }
}

/** Sets response headers, each once; cookies accumulate. */
function setHeaders(pairs: [string, string][]): void {
  const exchange = pageExchange()
  if (!exchange) return
  const replaced = new Set(
    pairs.map(([name]) => name.toLowerCase()).filter((name) => name !== 'set-cookie'),
  )
  exchange.headers = [
    ...exchange.headers.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...pairs,
  ]
}

const setCookies = (cookies: string[]) =>
  setHeaders(cookies.map((cookie): [string, string] => ['set-cookie', cookie]))
