import { contactListFields, type ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters } from '@/lib/web/read-filters'

/** The status filter of the contact messages; null for all, or if the status does not exist. */
export function readContactStatus(get: (name: string) => string | null): ContactStatus | null {
  return readFilters(contactListFields, get).filters.status ?? null
}

/**
 * The address of the contact messages with that status and other parameters: the cursor, the open
 * message.
 */
export function contactsAddress(
  status: ContactStatus | null,
  extra: { cursor?: string | null; message?: string } = {},
): string {
  return pageAddress('/dashboard/contacts', { status, ...extra })
}
