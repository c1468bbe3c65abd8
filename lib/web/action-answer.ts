import type { ProblemCode, Refusal } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import type { Flash } from '@/lib/web/flash'
import { flashSetCookie } from '@/lib/web/flash-cookie'
import { refusalAnswer, wantsJson } from '@/lib/web/refusal-answer'
import { loginPath } from '@/lib/web/safe-redirect'
import { clearedSessionSetCookies, sessionSetCookies } from '@/lib/web/session-cookies'
import { webRequestId } from '@/lib/web/web-context'

/** What follows when an action went well: where to, which session the browser holds then, what the next page says. */
export interface ActionDone {
  redirect: string
  session?: IssuedSession | 'clear'
  flash?: Flash
  /** Further Set-Cookie values. */
  cookies?: string[]
  /** The form stays where it is, and where script runs only its notice appears. */
  inPlace?: true
  /** The answer is the same as for a success, but nothing was found to act on: a failure where those are limited. */
  failed?: boolean
}

/** The request as its answer needs it: the page that the form is on, and which of its forms it was. */
export interface ActionAsked {
  headers: Headers
  page: URL
  intent?: string
}

const SIGNED_OUT = new Set<ProblemCode>([
  'token_missing',
  'invalid_token',
  'token_expired',
  'session_revoked',
])
const SESSION_ENDED: Flash = { notice: 'session_ended' }
/** Refusals that say nothing a person could mend in the form: they answer with their own status, and no form again. */
const NOT_FOR_THE_FORM = new Set<ProblemCode>([
  'bad_request',
  'insufficient_permission',
  'origin_not_allowed',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'overloaded',
  'unavailable',
])

/** The answer to an action that went well: JSON for scripts, a redirect for forms (the flash cookie speaks there). */
export function doneAnswer(done: ActionDone, headers: Headers): Response {
  const answer = new Headers({ 'cache-control': 'no-store' })
  if (done.session === 'clear') {
    clearedSessionSetCookies().forEach((cookie) => answer.append('set-cookie', cookie))
    // Not "cookies": the device cookie must outlive the session.
    answer.set('clear-site-data', '"cache", "storage"')
  } else if (done.session)
    sessionSetCookies(done.session).forEach((cookie) => answer.append('set-cookie', cookie))
  done.cookies?.forEach((cookie) => answer.append('set-cookie', cookie))
  if (wantsJson(headers)) {
    const notice = done.inPlace ? done.flash?.notice : undefined
    if (done.flash && !notice) answer.append('set-cookie', flashSetCookie(done.flash))
    answer.set('content-type', 'application/json')
    return new Response(JSON.stringify({ redirect: done.redirect, ...(notice && { notice }) }), {
      headers: answer,
    })
  }
  if (done.flash) answer.append('set-cookie', flashSetCookie(done.flash))
  answer.set('location', done.redirect)
  return new Response(null, { status: 303, headers: answer })
}

/**
 * The answer to an action that was refused. Without JavaScript the form comes back (303 to its page, with a flash) for what
 * a person can mend, typed values of `keep` included; everything else has its own status.
 */
export function refusedAnswer(
  refusal: Refusal,
  asked: ActionAsked,
  keep: Record<string, string> = {},
): Response {
  const { headers, page, intent } = asked
  const path = page.pathname + page.search
  const redirect = SIGNED_OUT.has(refusal.code) ? loginPath(path) : undefined
  if (wantsJson(headers) || NOT_FOR_THE_FORM.has(refusal.code)) {
    const answer = refusalAnswer(refusal, { headers, path, redirect })
    // A page of its own leads back to the form, which then still has what was typed.
    const typed = !wantsJson(headers) && Object.keys(keep).length > 0
    const flash = redirect ? SESSION_ENDED : typed ? { form: intent, values: keep } : null
    if (flash) answer.headers.append('set-cookie', flashSetCookie(flash))
    return answer
  }
  const flash: Flash = redirect
    ? SESSION_ENDED
    : {
        form: intent,
        code: refusal.code,
        errors: refusal.errors,
        values: keep,
        retryAfterSeconds: refusal.retryAfterSeconds,
        lockedBy: refusal.lockedBy,
        requestId: webRequestId(headers),
      }
  return new Response(null, {
    status: 303,
    headers: { location: redirect ?? path, 'set-cookie': flashSetCookie(flash), 'cache-control': 'no-store' },
  })
}
