import { z } from 'zod'
import { brandedMessages } from '@/lib/brand/branded-messages'
import { findContact, type ContactRow } from '@/lib/contacts/contacts.store'
import { formatMessage } from '@/lib/i18n/format-message'
import { isLocale } from '@/lib/i18n/locale'
import { createInboxItems } from '@/lib/inbox/create-inbox-items'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { derivedId } from '@/lib/platform/derived-id'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { listPermissionHolders, type PermissionHolder } from '@/lib/rbac/permission-holders.store'

const KIND = 'contact_news'
/** How many people one transaction tells. */
const BATCH = 200

const payloadForm = z.object({ contact_id: z.uuid(), after: z.uuid().nullable() })

/** Queues telling those who may read contact messages of one, beginning after that user; if and only if `db` commits. */
export function queueContactNews(
  db: Db,
  { contactId, after }: { contactId: string; after: string | null },
  now: Date,
): Promise<void> {
  return enqueueJob(db, { kind: KIND, payload: { contact_id: contactId, after } }, now)
}

/** What the job worker does with new contact messages. */
export const contactJobHandlers: JobHandlers = {
  [KIND]: (payload, { now }) => {
    const { contact_id: contactId, after } = payloadForm.parse(payload)
    return tellHolders(contactId, after, now)
  },
}

/**
 * Puts an item into the inboxes of one batch and queues the next. A job may run twice: each item has the one id that message and
 * user give, so that the second run inserts nothing and tells nobody.
 */
async function tellHolders(contactId: string, after: string | null, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const contact = await findContact(tx, contactId)
    if (!contact) return
    const holders = await listPermissionHolders(tx, {
      permission: 'contacts:list',
      afterId: after,
      limit: BATCH,
    })
    await createInboxItems(
      tx,
      holders.map((holder) => itemFor(holder, contact)),
      contact.createdAt,
    )
    if (holders.length === BATCH) await queueContactNews(tx, { contactId, after: holders.at(-1)!.id }, now)
  })
}

function itemFor({ id: userId, locale }: PermissionHolder, contact: ContactRow) {
  const texts = brandedMessages(locale && isLocale(locale) ? locale : 'en').contacts.newMessage
  return {
    id: derivedId(contact.createdAt, 'contact', contact.id, userId),
    userId,
    kind: 'contact.received',
    title: formatMessage(texts.title, { name: contact.name }),
    body: contact.subject,
    href: `/dashboard/contacts?message=${contact.id}`,
  }
}
