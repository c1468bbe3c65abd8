import { z } from 'zod'

// A line break in a mail header begins another header; direction characters make a line display as
// another.
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]|\p{Cs}/u
const NOT_IN_A_TEXT = /[^\P{Cc}\n\t]|\p{Cs}/u
const MARKS = /\p{M}+/gu

/**
 * No language puts more combining marks on one letter; UAX #15 §13 (stream-safe text) sets this
 * limit.
 */
const MAX_MARKS = 30
/** The most UTF-16 units that any one character takes before normalization. */
const UNITS_PER_CHARACTER = 4

/**
 * Whether a text has no control characters, line breaks or characters that change the direction.
 */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}

/** Removes the characters that are not allowed in a single line. */
export function toOneLine(text: string): string {
  return [...text].filter(isOneLine).join('')
}

/**
 * A text in NFC, trimmed, for fields of up to `max` characters; the caller checks the exact limit
 * on the result. Normalizing sorts each run of combining marks in quadratic time, so both the
 * length and the runs are bounded before it.
 */
export const normalizedField = (max: number, isAllowed: (typed: string) => boolean = () => true) =>
  z
    .string({ error: 'required' })
    .max(max * UNITS_PER_CHARACTER, { error: 'too_long', abort: true })
    // Checked before trimming, which would hide a line break at the end.
    .refine((typed) => isAllowed(typed) && !hasLongRunOfMarks(typed), {
      error: 'invalid_characters',
    })
    // For the API reference.
    .meta({ maxLength: max })
    .transform((typed) => typed.normalize('NFC').trim())

/** A non-empty single line of at most `max` UTF-16 units after trimming. */
export const lineField = (max: number) =>
  normalizedField(max, isOneLine).pipe(
    z.string().min(1, { error: 'required' }).max(max, { error: 'too_long' }),
  )

/** A non-empty text of at most `max` UTF-16 units after trimming. Line breaks are allowed. */
export const textField = (max: number) =>
  normalizedField(max)
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .min(1, { error: 'required' })
        .max(max, { error: 'too_long' })
        .refine((text) => !NOT_IN_A_TEXT.test(text), { error: 'invalid_characters' }),
    )

function hasLongRunOfMarks(text: string): boolean {
  for (const [run] of text.matchAll(MARKS)) if ([...run].length > MAX_MARKS) return true
  return false
}

/**
 * Truncates a text to at most `length` UTF-16 units. A truncated text ends in "…", and never in
 * half a character.
 */
export function truncateText(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** `true` or `false` as a query parameter. */
export const queryFlag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' })

const FROM = Date.UTC(1970, 0)
const BEFORE = Date.UTC(10_000, 0)

/** An RFC 3339 instant, with any offset, that the database can store. */
export const instantField = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= FROM && date.getTime() < BEFORE, { error: 'out_of_range' })
