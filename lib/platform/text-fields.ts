import { z } from 'zod'

// A line break in what may become a header of a mail begins another header; direction characters make a line read as another.
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]|\p{Cs}/u
const NOT_IN_A_TEXT = /[^\P{Cc}\n\t]|\p{Cs}/u

/** Whether a text holds nothing that a single line may not: control characters, line breaks, what turns the direction. */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}

/** A single line of at most `max` UTF-16 units after trimming, not empty. */
export const lineField = (max: number) =>
  z
    .string({ error: 'required' })
    // Judged before trimming, which would hide a line break at the end.
    .refine(isOneLine, { error: 'invalid_characters' })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, { error: 'required' }).max(max, { error: 'too_long' }))

/** A text in which lines may break, of at most `max` UTF-16 units after trimming, not empty. */
export const textField = (max: number) =>
  z
    .string({ error: 'required' })
    .transform((typed) => typed.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'required' })
        .max(max, { error: 'too_long' })
        .refine((typed) => !NOT_IN_A_TEXT.test(typed), { error: 'invalid_characters' }),
    )
