import type { z } from 'zod'
import type {
  ContactAttachment,
  contactResponse,
} from '@/lib/messaging/contacts/contacts.responses'
import type { ContactWithFiles } from '@/lib/messaging/contacts/contacts.store'
import { addSeconds } from '@/lib/platform/clock'
import { signedUploadUrl } from '@/lib/uploads/upload-link'
import type { UploadRow } from '@/lib/uploads/upload.store'

export type Contact = z.output<typeof contactResponse>

/** Long enough to open a file that was just listed. */
const LINK_SECONDS = 300

/** The file links expire after LINK_SECONDS. */
export function presentContact(row: ContactWithFiles, now: Date): Contact {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    ip: row.ip,
    created_at: row.createdAt.toISOString(),
    handled_by: row.handledById,
    handled_at: row.handledAt?.toISOString() ?? null,
    version: row.version,
    attachments: row.attachments.map(({ upload }) => presentAttachment(upload, now)),
  }
}

function presentAttachment(
  { id, fileName, contentType, size }: UploadRow,
  now: Date,
): ContactAttachment {
  const url = signedUploadUrl(id, addSeconds(now, LINK_SECONDS))
  return { id, file_name: fileName, content_type: contentType, size, url }
}
