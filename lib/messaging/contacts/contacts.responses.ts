import { z } from 'zod'
import { CONTACT_STATUSES } from '@/lib/messaging/contacts/contacts.schemas'
import { instant } from '@/lib/platform/instant'

const attachmentResponse = z
  .strictObject({
    id: z.uuid(),
    file_name: z
      .string()
      .nullable()
      .meta({ examples: ['report.pdf'] }),
    content_type: z.string(),
    size: z.int().describe('In bytes'),
    url: z.string().describe('Opens the file without signing in for 5 minutes'),
  })
  .meta({ id: 'ContactAttachment' })

export type ContactAttachment = z.output<typeof attachmentResponse>

export const contactResponse = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    status: z.enum(CONTACT_STATUSES),
    ip: z.string().nullable(),
    created_at: instant,
    handled_by: z
      .uuid()
      .nullable()
      .describe('The user who last changed the status; null if no one has'),
    handled_at: instant.nullable(),
    version: z
      .int()
      .describe('Increases with every change of the status; the ETag is this number in quotes'),
    attachments: z
      .array(attachmentResponse)
      .describe('Attached files that still exist; empty if the sender was not signed in'),
  })
  .meta({ id: 'ContactMessage' })
