import { z } from 'zod'
import { problems, type FieldError, type ProblemCode } from '@/lib/platform/problems'

/**
 * What a form says on the page that follows a post without JavaScript: a refusal (`code`, `errors`, the fields to keep) or
 * a `notice` (a message key). `form` names which of several forms of a page it belongs to. Never a secret.
 */
export interface Flash {
  form?: string
  code?: ProblemCode
  errors?: FieldError[]
  values?: Record<string, string>
  notice?: string
  retryAfterSeconds?: number
  lockedBy?: 'network' | 'account'
  requestId?: string
}

/** The longest cookie value that a flash may take, in bytes. */
const MAX_BYTES = 2048
/** No longer value could fit. */
const MAX_VALUE_LENGTH = 1500

const word = z.string().regex(/^[a-z0-9_.-]{1,64}$/i)
const flashSchema: z.ZodType<Flash> = z.object({
  form: word.optional(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).optional(),
  errors: z
    .array(z.object({ pointer: z.string().max(200), code: word, detail: z.string().max(300) }))
    .max(20)
    .optional(),
  values: z.record(word, z.string().max(MAX_VALUE_LENGTH)).optional(),
  notice: word.optional(),
  retryAfterSeconds: z.number().int().min(0).optional(),
  lockedBy: z.enum(['network', 'account']).optional(),
  requestId: z.string().max(64).optional(),
})

/**
 * The cookie value of a flash: base64url of its JSON, at most 2 kB. What does not fit is left out: the longest value,
 * then all values, then the details of the errors, so that the code always arrives.
 */
export function encodeFlash(flash: Flash): string {
  const { errors, values, ...rest } = flash
  const candidates: Flash[] = [
    flash,
    { ...flash, values: withoutLongest(values) },
    { ...rest, errors },
    { ...rest, errors: errors?.slice(0, 5).map((error) => ({ ...error, detail: '' })) },
    { code: flash.code, notice: flash.notice },
  ]
  const encoded = candidates.map((candidate) => Buffer.from(JSON.stringify(candidate)).toString('base64url'))
  return encoded.find((text) => text.length <= MAX_BYTES) ?? ''
}

function withoutLongest(values: Flash['values']): Flash['values'] {
  if (!values) return undefined
  const byLength = Object.entries(values).sort(([, a], [, b]) => a.length - b.length)
  return Object.fromEntries(byLength.slice(0, -1))
}

/** Reads a flash cookie's value; null for anything that `encodeFlash` would not have written (a person may edit cookies). */
export function decodeFlash(value: string | null | undefined): Flash | null {
  if (!value || value.length > MAX_BYTES || !/^[A-Za-z0-9_-]+$/.test(value)) return null
  try {
    const parsed = flashSchema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
