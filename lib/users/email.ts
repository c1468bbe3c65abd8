import { z } from 'zod'

/**
 * An e-mail address as people have them (zod's practical form: no quotes, comments, lists or IP literals), ASCII only so
 * that no look-alike of a taken address can be registered, at most 254 characters with 64 before the @ (RFC 5321 §4.5.3.1).
 * Trimmed and lower-cased: what is stored is what is compared.
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
