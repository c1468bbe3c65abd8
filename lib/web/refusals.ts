import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { NONCE } from '@/lib/http/internal-headers'
import { plainProblemPage } from '@/lib/http/plain-page'
import { problemDocument, problemWebResponse } from '@/lib/http/wire-response'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type FieldError, problems, type Refusal } from '@/lib/platform/problems'
import { type ActionState, initialActionState } from '@/lib/web/action-state'
import { localeOf } from '@/lib/web/preferences'
import { webRequestId } from '@/lib/web/web-context'

/**
 * Whether a request comes from a script that reads problem documents, rather than from a form or
 * the address bar.
 */
export function wantsJson(headers: Headers): boolean {
  return (headers.get('accept') ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === 'application/json')
}

/**
 * A refusal with its own status: a problem document for scripts, a page for users. `redirect` gives
 * a script the address to open instead (to sign in again).
 */
export function refusalResponse(
  refusal: Refusal,
  request: { headers: Headers; path: string; nonce?: string; redirect?: string },
): Response {
  const about = { path: request.path, requestId: webRequestId(request.headers) }
  const response = problemWebResponse(refusal, about)
  // A challenge makes no sense to a browser, which uses cookies.
  response.headers.delete('www-authenticate')
  if (wantsJson(request.headers)) {
    const wait = response.headers.get('retry-after')
    const extra = {
      ...(wait && { retry_after: Number(wait) }),
      ...(request.redirect && { redirect: request.redirect }),
    }
    return new Response(JSON.stringify({ ...problemDocument(refusal, about), ...extra }), response)
  }
  const html = plainProblemPage(refusal, {
    locale: localeOf(request.headers),
    nonce: request.nonce ?? request.headers.get(NONCE) ?? '',
    requestId: about.requestId,
    retryPath: request.path,
  })
  response.headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status: problems[refusal.code][0], headers: response.headers })
}

/** A refusal as the state of a form, in the page's language. */
export function refusedState(
  refusal: Pick<Refusal, 'code' | 'errors' | 'retryAfterSeconds' | 'lockedBy' | 'limit'>,
  { locale, requestId }: { locale: Locale; requestId: string | null },
): ActionState {
  const { forms, problems } = brandedMessages(locale)
  const errors: Record<string, string> = {}
  for (const { pointer, code, detail, figures } of refusal.errors ?? []) {
    const field = fieldOf(pointer)
    // Only the first error of each field is shown.
    if (field) errors[field] ??= fieldErrorText(code, locale, { field, detail, figures })
  }
  const marked = Object.keys(errors).length > 0
  const network = refusal.lockedBy === 'network'
  const { limit } = refusal
  const text =
    limit === undefined ? problems[refusal.code].text : formatMessage(forms.limitReached, { limit })
  const reason = network ? forms.networkLocked : text
  return {
    ...initialActionState,
    errors,
    // A lock of the network has its own text, because resetting the password does not lift it.
    code: network ? 'network_locked' : refusal.code,
    message: marked ? forms.checkFields : reason,
    retryAfterSeconds: refusal.retryAfterSeconds ?? null,
    requestId,
  }
}

/** Codes of a field that was left empty. */
const EMPTY = ['required', 'too_short']

/**
 * A refusal of a signed-in user's form. It only ever asks for the current password; forms of
 * visitors ask for a new one under the same name.
 */
export function askForCurrentPassword(refusal: Refusal): Refusal {
  const errors = refusal.errors?.map((error) =>
    error.pointer === '/password' && EMPTY.includes(error.code)
      ? { ...error, code: 'no_current_password' }
      : error,
  )
  return errors ? { ...refusal, errors } : refusal
}

/** The error text beside a field; `detail` is the fallback for codes without a text. */
export function fieldErrorText(
  code: string,
  locale: Locale,
  {
    field = '',
    detail,
    figures = {},
  }: { field?: string } & Partial<Pick<FieldError, 'detail' | 'figures'>> = {},
): string {
  const { forms, problems } = brandedMessages(locale)
  const empty: Partial<Record<string, string>> = forms.emptyFields
  if (EMPTY.includes(code) && Object.hasOwn(empty, field)) return empty[field]!
  const texts: Partial<Record<string, string>> = forms.fieldErrors
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const filled = Object.entries(figures).map(
    ([name, value]) => [name, number.format(value)] as const,
  )
  const values = { min: settings().passwords.minLength, ...Object.fromEntries(filled) }
  const text = texts[code] && formatMessage(texts[code], values)
  return text ?? (detail || problems.internal_error.text)
}

/** The field that a JSON Pointer (RFC 6901) into a flat body names; empty for the body itself. */
function fieldOf(pointer: string): string {
  if (!pointer.startsWith('/')) return ''
  return (pointer.slice(1).split('/', 1)[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
