import { z } from 'zod'
import { emailField } from '@/lib/users/email'

/** The longest texts of a contact message, in UTF-16 units after trimming. */
export const CONTACT_LENGTHS = { name: 100, email: 254, subject: 150, message: 4000 } as const

export const CONTACT_STATUSES = ['new', 'read', 'archived'] as const

export type ContactStatus = (typeof CONTACT_STATUSES)[number]

// A line break in what may become a header of a mail begins another header; direction characters make a line read as another.
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]|\p{Cs}/u
const NOT_IN_A_TEXT = /[^\P{Cc}\n\t]|\p{Cs}/u

const line = (max: number) =>
  z
    .string({ error: 'required' })
    // Judged before trimming, which would hide a line break at the end.
    .refine((text) => !NOT_IN_A_LINE.test(text), { error: 'invalid_characters' })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, { error: 'required' }).max(max, { error: 'too_long' }))

const text = (max: number) =>
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

/** What anybody may send: single lines without control characters, and a text in which lines may break. */
export const contactBody = z.object({
  name: line(CONTACT_LENGTHS.name),
  email: z
    .string({ error: 'required' })
    .refine((typed) => !NOT_IN_A_LINE.test(typed), { error: 'invalid_characters' })
    .pipe(emailField),
  subject: line(CONTACT_LENGTHS.subject),
  message: text(CONTACT_LENGTHS.message),
  botcheck_token: z.string().max(4096, { error: 'too_long' }).optional(),
})

const status = z.enum(CONTACT_STATUSES, { error: 'not_supported' })

/** What narrows the list of contact messages, beside limit and cursor. */
export const contactListFields = { status: status.optional() }

export const contactStatusBody = z.strictObject({ status })

/** A contact message as the API shows it. */
export const contactAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  ip: z.string().nullable(),
  created_at: z.iso.datetime(),
  handled_by: z.uuid().nullable().describe('Who set the status last; null while it is as it came'),
  handled_at: z.iso.datetime().nullable(),
})
