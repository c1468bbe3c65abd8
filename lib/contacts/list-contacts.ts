import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import { countContactRows, findContact, listContactRows } from '@/lib/contacts/contacts.store'
import { presentContact, type Contact } from '@/lib/contacts/present-contact'
import { boundedCount, COUNT_PROBE, type BoundedCount } from '@/lib/platform/bounded-count'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** One page of contact messages, newest first. */
export async function listContacts({
  status,
  ...page
}: PageRequest & { status?: ContactStatus | undefined }): Promise<
  Outcome<{ contacts: Contact[]; nextCursor: string | null }>
> {
  const listed = await listPageById('contacts', page, (by) => listContactRows(db(), { status, ...by }))
  if (!listed.ok) return listed
  return {
    ok: true,
    contacts: listed.rows.map((row) => presentContact(row, now())),
    nextCursor: listed.nextCursor,
  }
}

/** How many messages there are, of one status where one is asked for; exactly up to 10,000. */
export async function countContacts(status?: ContactStatus): Promise<BoundedCount> {
  return boundedCount(await countContactRows(db(), status, COUNT_PROBE))
}

/** One message, with the e-mail address of who set its status last (null: nobody, or nobody any more). Refuses `not_found`. */
export async function getContact(id: string): Promise<Outcome<{ contact: Contact; handler: string | null }>> {
  const row = isId(id) ? await findContact(db(), id) : null
  if (!row) return refuse('not_found')
  return { ok: true, contact: presentContact(row, now()), handler: row.handler?.email ?? null }
}
