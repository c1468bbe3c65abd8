import { recordAudit } from '@/lib/audit/record-audit'
import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import { findContact, writeContactStatus } from '@/lib/contacts/contacts.store'
import { presentContact, type Contact } from '@/lib/contacts/present-contact'
import { publishPatch } from '@/lib/live/publish-live'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Marks a contact message as new, read or archived, puts that on record and has open pages read again. One that is so already is
 * left alone: nothing is written and nobody told. Refuses `not_found`.
 */
export async function setContactStatus(
  actor: Principal,
  { contactId, status }: { contactId: string; status: ContactStatus },
  ctx: RequestContext,
): Promise<Outcome<{ contact: Contact }>> {
  if (!isId(contactId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const change = { id: contactId, to: status, by: actor.userId, now: ctx.now }
    const before = await writeContactStatus(tx, change)
    const row = await findContact(tx, contactId)
    if (!row) return refuse('not_found')
    if (before) {
      await recordAudit(tx, ctx, {
        action: 'contact.status_changed',
        outcome: 'ok',
        actorId: actor.userId,
        targetType: 'contact',
        targetId: row.id,
        details: { before, after: status },
      })
      await publishPatch(tx, { permission: 'contacts:list' }, { target: 'contacts', op: 'invalidate' })
    }
    return { ok: true, contact: presentContact(row, ctx.now) }
  })
}
