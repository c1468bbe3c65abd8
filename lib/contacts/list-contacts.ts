import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import { findContact, listContactRows } from '@/lib/contacts/contacts.store'
import { presentContact, type Contact } from '@/lib/contacts/present-contact'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'

/** One page of contact messages, newest first. `cursor` is what the page before returned. */
export async function listContacts(by: {
  status?: ContactStatus | undefined
  limit: number
  cursor?: string | null | undefined
}): Promise<Outcome<{ contacts: Contact[]; nextCursor: string | null }>> {
  if (by.cursor && !isId(by.cursor)) return refuseCursor()
  const { status, limit } = by
  const rows = await listContactRows(db(), { status, limit: limit + 1, beforeId: by.cursor ?? null })
  const shown = rows.slice(0, limit)
  return {
    ok: true,
    contacts: shown.map(presentContact),
    nextCursor: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

/** One message, with the e-mail address of who set its status last (null: nobody, or nobody any more). Refuses `not_found`. */
export async function getContact(id: string): Promise<Outcome<{ contact: Contact; handler: string | null }>> {
  const row = isId(id) ? await findContact(db(), id) : null
  if (!row) return refuse('not_found')
  return { ok: true, contact: presentContact(row), handler: row.handler?.email ?? null }
}
