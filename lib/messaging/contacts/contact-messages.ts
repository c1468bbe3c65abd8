import { recordAudit } from '@/lib/audit/record-audit'
import type { ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import {
  countContactRows,
  deleteContacts,
  findAttachment,
  findContact,
  listContactRows,
  lockContactForUpdate,
  writeContactStatus,
} from '@/lib/messaging/contacts/contacts.store'
import { type Contact, presentContact } from '@/lib/messaging/contacts/present-contact'
import { publishInboxChanged, publishPatch } from '@/lib/messaging/live/publish-live'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { now } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import {
  boundedCount,
  type BoundedCount,
  COUNT_PROBE,
  listPageById,
  type PageRequest,
} from '@/lib/platform/pagination'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { type FileConditions, type OpenedFile, openRow } from '@/lib/uploads/open-upload'

/** One page of contact messages, newest first. */
export async function listContacts({
  status,
  ...page
}: PageRequest & { status?: ContactStatus | undefined }): Promise<
  Outcome<{ contacts: Contact[]; nextCursor: string | null }>
> {
  const listed = await listPageById('contacts', page, (by) =>
    listContactRows(db(), { status, ...by }),
  )
  if (!listed.ok) return listed
  return {
    ok: true,
    contacts: listed.rows.map((row) => presentContact(row, now())),
    nextCursor: listed.nextCursor,
  }
}

/** The number of messages, optionally of one status. Exact up to 10,000. */
export async function countContacts(status?: ContactStatus): Promise<BoundedCount> {
  return boundedCount(await countContactRows(db(), status, COUNT_PROBE))
}

/**
 * One message, with the email address of the user who last set its status (null: no one, or the
 * account is gone). Refuses `not_found`.
 */
export async function getContact(
  id: string,
): Promise<Outcome<{ contact: Contact; handler: string | null }>> {
  const row = isId(id) ? await findContact(db(), id) : null
  if (!row) return refuse('not_found')
  return { ok: true, contact: presentContact(row, now()), handler: row.handledBy?.email ?? null }
}

/**
 * Opens a file attached to a contact message, for users who may read messages. Refuses `not_found`
 * for every other upload.
 */
export async function openAttachment(
  uploadId: string,
  conditions: FileConditions,
): Promise<Outcome<{ file: OpenedFile }>> {
  const row = isId(uploadId) ? await findAttachment(db(), uploadId) : null
  return row ? openRow(row, conditions) : refuse('not_found')
}

interface ContactTarget {
  contactId: string
  versions?: AcceptedVersions
}

/**
 * Marks a contact message as new, read, or archived, audits the change and refreshes open pages. If
 * the message already has that status, nothing is written or published. Refuses `not_found`, and
 * `precondition_failed` if `versions` lacks that of the message.
 */
export async function setContactStatus(
  actor: Principal,
  { contactId, versions, status }: ContactTarget & { status: ContactStatus },
  ctx: RequestContext,
): Promise<Outcome<{ contact: Contact }>> {
  if (!isId(contactId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const refused = await lockTarget(tx, { contactId, versions })
    if (refused) return refused
    const change = { id: contactId, to: status, by: actor.userId, now: ctx.now }
    const before = await writeContactStatus(tx, change)
    const row = (await findContact(tx, contactId))!
    if (before) {
      await recordAudit(tx, ctx, {
        action: 'contact.status_changed',
        outcome: 'ok',
        actorId: actor.userId,
        targetId: row.id,
        details: { before, after: status },
      })
      await refreshLists(tx)
    }
    return { ok: true, contact: presentContact(row, ctx.now) }
  })
}

/**
 * Deletes a contact message for good, audits it, and refreshes open pages. Its attached files stay
 * with their owners. Of concurrent calls one deletes it. Refuses `not_found` and, as above,
 * `precondition_failed`.
 */
export async function deleteContact(
  actor: Principal,
  { contactId, versions }: ContactTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(contactId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const refused = await lockTarget(tx, { contactId, versions })
    if (refused) return refused
    const { items } = await deleteContacts(tx, [contactId])
    await recordAudit(tx, ctx, {
      action: 'contact.deleted',
      outcome: 'ok',
      actorId: actor.userId,
      targetId: contactId.toLowerCase(),
      details: {},
    })
    await refreshLists(tx)
    await publishInboxChanged(
      tx,
      items.map((item) => ({ ...item, reason: 'deleted' })),
    )
    return { ok: true }
  })
}

async function lockTarget(tx: Tx, { contactId, versions }: ContactTarget): Promise<Refusal | null> {
  const contact = await lockContactForUpdate(tx, contactId)
  return contact ? checkVersion(contact, versions) : refuse('not_found')
}

const refreshLists = (tx: Tx) =>
  publishPatch(tx, { permission: 'contacts:list' }, { target: 'contacts', op: 'invalidate' })
