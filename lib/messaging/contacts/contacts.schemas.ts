import { z } from 'zod'
import { emailField } from '@/lib/accounts/user-fields'
import { isOneLine, lineField, textField } from '@/lib/platform/input-fields'

/** Maximum lengths in a contact message, in UTF-16 units after trimming. */
export const CONTACT_LENGTHS = { name: 100, email: 254, subject: 150, message: 4000 } as const

export const MAX_ATTACHMENTS = 3

export const CONTACT_STATUSES = ['new', 'read', 'archived'] as const

export type ContactStatus = (typeof CONTACT_STATUSES)[number]

/**
 * What anyone may send: single-line fields without control characters, and a multi-line message.
 */
export const contactBody = z.object({
  name: lineField(CONTACT_LENGTHS.name),
  email: z
    .string({ error: 'required' })
    .refine(isOneLine, { error: 'invalid_characters' })
    .pipe(emailField),
  subject: lineField(CONTACT_LENGTHS.subject),
  message: textField(CONTACT_LENGTHS.message),
  botcheck_token: z.string().max(4096, { error: 'too_long' }).optional(),
})

/** The same with attached files, which requires `uploads:create`. */
export const contactBodyWithFiles = contactBody.extend({
  attachment_upload_ids: z
    .array(z.uuid({ error: 'invalid' }).toLowerCase())
    .max(MAX_ATTACHMENTS, { error: 'too_many' })
    .default([])
    .describe('IDs of your uploads; requires a Bearer token and uploads:create'),
})

const status = z.enum(CONTACT_STATUSES, { error: 'not_supported' })

/** Filters of the contact message list, in addition to limit and cursor. */
export const contactListFields = { status: status.optional() }

export const contactStatusBody = z.strictObject({ status })
