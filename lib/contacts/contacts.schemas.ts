import { z } from 'zod'
import { isOneLine, lineField, textField } from '@/lib/platform/text-fields'
import { emailField } from '@/lib/users/email'

/** The longest texts of a contact message, in UTF-16 units after trimming. */
export const CONTACT_LENGTHS = { name: 100, email: 254, subject: 150, message: 4000 } as const

export const CONTACT_STATUSES = ['new', 'read', 'archived'] as const

export type ContactStatus = (typeof CONTACT_STATUSES)[number]

/** What anybody may send: single lines without control characters, and a text in which lines may break. */
export const contactBody = z.object({
  name: lineField(CONTACT_LENGTHS.name),
  email: z.string({ error: 'required' }).refine(isOneLine, { error: 'invalid_characters' }).pipe(emailField),
  subject: lineField(CONTACT_LENGTHS.subject),
  message: textField(CONTACT_LENGTHS.message),
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
