import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import type { ContactRow } from '@/lib/contacts/contacts.store'

/** A contact message as API and pages show it. */
export interface Contact {
  id: string
  name: string
  email: string
  subject: string
  message: string
  status: ContactStatus
  ip: string | null
  created_at: string
  handled_by: string | null
  handled_at: string | null
}

/** Shows a message, field by field, its times in RFC 3339. */
export function presentContact(row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    ip: row.ip,
    created_at: row.createdAt.toISOString(),
    handled_by: row.handledBy,
    handled_at: row.handledAt?.toISOString() ?? null,
  }
}
