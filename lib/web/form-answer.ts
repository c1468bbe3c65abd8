import type { FieldError } from '@/lib/platform/problems'
import type { Flash } from '@/lib/web/flash'

/** The texts that a form needs of its page's language, placeholders already filled. */
export interface FormTexts {
  /** By problem code: the sentence for the form as a whole. */
  problems: Partial<Record<string, string>>
  /** By field error code: the sentence beside the field. */
  fieldErrors: Partial<Record<string, string>>
  /** When fields are marked and the problem itself says no more than that. */
  checkFields: string
  /** When no answer came at all. */
  networkFault: string
  /** When an answer came that can not be read. */
  unexpected: string
}

/** What came of a post, in the words of the page. */
export interface FormAnswer {
  errors: Record<string, string>
  /** The problem's code, where there is one (or `network_locked`): some refusals come with a way out. */
  code: string | null
  formError: string | null
  notice: string | null
  retryAfterSeconds: number | null
  requestId: string | null
}

/** What a post by script came to: somewhere to go, or something to show. */
export type PostResult =
  { kind: 'go'; to: string; notice: string | null } | { kind: 'show'; answer: FormAnswer }

export const silentAnswer: FormAnswer = {
  errors: {},
  code: null,
  formError: null,
  notice: null,
  retryAfterSeconds: null,
  requestId: null,
}

/** The answer that a flash carries, if it is meant for this form. */
export function answerFromFlash(
  flash: Flash | null,
  intent: string | undefined,
  texts: FormTexts,
): FormAnswer {
  if (!flash || (flash.form !== undefined && flash.form !== intent)) return silentAnswer
  return toAnswer(flash, texts)
}

/** Reads the JSON answer to a post by script: `{ redirect, notice? }` or a problem document (RFC 9457). */
export function readPostResult(status: number, body: unknown, texts: FormTexts): PostResult {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  // A session that ended meanwhile answers with a problem that names where to sign in again.
  if (typeof fields.redirect === 'string') {
    return {
      kind: 'go',
      to: fields.redirect,
      notice: typeof fields.notice === 'string' ? fields.notice : null,
    }
  }
  if (status < 400 || typeof fields.code !== 'string') {
    return { kind: 'show', answer: { ...silentAnswer, formError: texts.unexpected } }
  }
  return {
    kind: 'show',
    answer: toAnswer(
      {
        code: fields.code,
        detail: typeof fields.detail === 'string' ? fields.detail : undefined,
        errors: Array.isArray(fields.errors) ? (fields.errors as FieldError[]) : [],
        retryAfterSeconds: typeof fields.retry_after === 'number' ? fields.retry_after : undefined,
        lockedBy: fields.locked_by,
        requestId: typeof fields.request_id === 'string' ? fields.request_id : undefined,
      },
      texts,
    ),
  }
}

/** The answer for a form that was not sent, because of what one of its fields holds. */
export function fieldFault(field: string, code: string, texts: FormTexts): FormAnswer {
  return toAnswer({ code: 'validation_failed', errors: [{ pointer: `/${field}`, code, detail: '' }] }, texts)
}

/** The answer for a post that never arrived. */
export function networkFault(texts: FormTexts): FormAnswer {
  return { ...silentAnswer, formError: texts.networkFault }
}

interface Said {
  code?: string
  detail?: string
  errors?: FieldError[]
  notice?: string
  retryAfterSeconds?: number
  lockedBy?: unknown
  requestId?: string
}

function toAnswer(said: Said, texts: FormTexts): FormAnswer {
  const errors: Record<string, string> = {}
  for (const { pointer, code, detail } of said.errors ?? []) {
    const field = fieldOf(pointer)
    // The first fault of a field is the one to mend first.
    if (field && !errors[field]) errors[field] = texts.fieldErrors[code] ?? (detail || texts.unexpected)
  }
  // A lock of the network has its own words, and resetting the password is no way out of it.
  const code = said.lockedBy === 'network' ? 'network_locked' : said.code
  return {
    errors,
    code: code ?? null,
    formError: code ? formErrorOf({ ...said, code }, texts, Object.keys(errors).length > 0) : null,
    notice: said.notice ?? null,
    retryAfterSeconds: said.retryAfterSeconds ?? null,
    requestId: said.requestId ?? null,
  }
}

function formErrorOf(said: Said, texts: FormTexts, fieldsMarked: boolean): string {
  if (fieldsMarked) return texts.checkFields
  return texts.problems[said.code ?? ''] ?? said.detail ?? texts.unexpected
}

/** The field that a JSON Pointer (RFC 6901) into a flat body names; empty for the body itself. */
function fieldOf(pointer: unknown): string {
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) return ''
  return (pointer.slice(1).split('/', 1)[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
