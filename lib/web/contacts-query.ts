import { contactListFields, type ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import { pageAddress } from '@/lib/web/page-address'

const PATH = '/dashboard/contacts'

/** The status filter of the contact messages; null for all, or if the status does not exist. */
export function readContactStatus(get: (name: string) => string | null): ContactStatus | null {
  const parsed = contactListFields.status.safeParse(get('status') ?? undefined)
  return (parsed.success && parsed.data) || null
}

/**
 * The address of the contact messages with that status and other parameters: the cursor, the open
 * message.
 */
export function contactsAddress(
  status: ContactStatus | null,
  extra: { cursor?: string | null; message?: string } = {},
): string {
  return pageAddress(PATH, { status, ...extra })
}
