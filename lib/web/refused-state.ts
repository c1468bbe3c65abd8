import { brandedMessages } from '@/lib/brand/branded-messages'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { FieldError, Refusal } from '@/lib/platform/problems'
import { untouched, type ActionState } from '@/lib/web/action-state'

/** A refusal in the words and the language of the page. */
export function refusedState(
  refusal: Pick<Refusal, 'code' | 'errors' | 'retryAfterSeconds' | 'lockedBy'>,
  { locale, requestId }: { locale: Locale; requestId: string | null },
): ActionState {
  const { forms, problems } = brandedMessages(locale)
  const errors: Record<string, string> = {}
  for (const { pointer, code, detail, figures } of refusal.errors ?? []) {
    const field = fieldOf(pointer)
    // The first fault of a field is the one to mend first.
    if (field) errors[field] ??= fieldErrorText(code, locale, { field, detail, figures })
  }
  const marked = Object.keys(errors).length > 0
  const network = refusal.lockedBy === 'network'
  const reason = network ? forms.networkLocked : problems[refusal.code].text
  return {
    ...untouched,
    errors,
    // A lock of the network has its own words, and resetting the password is no way out of it.
    code: network ? 'network_locked' : refusal.code,
    message: marked ? forms.checkFields : reason,
    retryAfterSeconds: refusal.retryAfterSeconds ?? null,
    requestId,
  }
}

/** Codes of a field that was left empty. */
const EMPTY = ['required', 'too_short']

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
  const filled = Object.entries(figures).map(([name, value]) => [name, number.format(value)] as const)
  const values = { min: settings().passwords.minLength, ...Object.fromEntries(filled) }
  const text = texts[code] && formatMessage(texts[code], values)
  return text ?? (detail || problems.internal_error.text)
}

/** The field that a JSON Pointer (RFC 6901) into a flat body names; empty for the body itself. */
function fieldOf(pointer: string): string {
  if (!pointer.startsWith('/')) return ''
  return (pointer.slice(1).split('/', 1)[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
