import { contactListFields, type ContactStatus } from '@/lib/contacts/contacts.schemas'
import { pageAddress } from '@/lib/web/page-address'

const PATH = '/dashboard/contacts'

/** The status that the address of the contact messages asks for; null for all, also where it asks for what there is not. */
export function readContactStatus(get: (name: string) => string | null): ContactStatus | null {
  const parsed = contactListFields.status.safeParse(get('status') ?? undefined)
  return (parsed.success && parsed.data) || null
}

/** The address of the contact messages of that status, and what else it says: where the list goes on, the message that is open. */
export function contactsAddress(
  status: ContactStatus | null,
  extra: { cursor?: string | null; message?: string } = {},
): string {
  return pageAddress(PATH, { status, ...extra })
}
