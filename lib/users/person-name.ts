import { z } from 'zod'
import { normalizedField } from '@/lib/platform/text-fields'

const MAX = 100
// Control characters break logs and mail headers; bidirectional overrides make a name read as another.
const FORBIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]|\p{Cs}/u

/** A person's display name: at most 100 characters after trimming, in NFC, without control or direction characters. Empty means none. */
export const optionalPersonName = normalizedField(MAX)
  .pipe(
    z
      .string()
      .max(MAX, { error: 'too_long' })
      .refine((text) => !FORBIDDEN.test(text), { error: 'invalid_characters' }),
  )
  .transform((text) => text || null)
