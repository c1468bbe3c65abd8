import { z } from 'zod'
import { normalizedField } from '@/lib/platform/input-fields'

/**
 * An e-mail address as people have them (zod's practical form: no quotes, comments, lists or IP
 * literals), ASCII only so that no look-alike of a taken address can be registered, at most 254
 * characters with 64 before the @ (RFC 5321 §4.5.3.1). Trimmed and lower-cased: what is stored is
 * what is compared.
 */
export const emailField = z
  .string({ error: 'required' })
  .max(320, { error: 'too_long' })
  .transform((text) => text.trim().toLowerCase())
  .pipe(
    z
      .email({ error: 'invalid_email' })
      .max(254, { error: 'too_long' })
      .refine((email) => email.indexOf('@') <= 64, { error: 'invalid_email' }),
  )

const MAX = 100
// Control characters break logs and mail headers; bidirectional overrides make a name read as
// another.
const FORBIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]|\p{Cs}/u

/**
 * A person's display name: at most 100 characters after trimming, in NFC, without control or
 * direction characters. Empty means none.
 */
export const optionalPersonName = normalizedField(MAX)
  .pipe(
    z
      .string()
      .max(MAX, { error: 'too_long' })
      .refine((text) => !FORBIDDEN.test(text), { error: 'invalid_characters' }),
  )
  .transform((text) => text || null)

/**
 * An address that one who knows it recognises and nobody else can write to: the first character,
 * and the domain.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
