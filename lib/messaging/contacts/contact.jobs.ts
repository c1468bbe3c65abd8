import { z } from 'zod'
import { listPermissionHolders, type PermissionHolder } from '@/lib/access/grants.store'
import {
  type ContactRow,
  findContact,
  holdContact,
  purgeArchivedContacts,
} from '@/lib/messaging/contacts/contacts.store'
import { administrativeContent } from '@/lib/messaging/inbox/administrative-items'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { addSeconds } from '@/lib/platform/clock'
import { derivedId } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineJob, definePurgeJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

/** How many users one transaction notifies. */
const BATCH = 200
/** Counted from when a message was archived. */
const KEEP_ARCHIVED_SECONDS = 365 * 86_400

export const contactNoticeJob = defineJob({
  kind: 'contact_news',
  payload: z.object({ contact_id: z.uuid(), after: z.uuid().nullable() }),
  run: ({ contact_id: contactId, after }, { now }) => notifyHolders(contactId, after, now),
})

export const purgeContacts = definePurgeJob({
  name: 'purge-contact-messages',
  everySeconds: 3600,
  purges: {
    contact_messages: (db, now, limit) =>
      purgeArchivedContacts(db, addSeconds(now, -KEEP_ARCHIVED_SECONDS), limit),
  },
})

/**
 * Queues notifying the users who may read contact messages, starting after the user `after`, if and
 * only if `db` commits.
 */
export function queueContactNotice(
  db: Db,
  { contactId, after }: { contactId: string; after: string | null },
  now: Date,
): Promise<void> {
  return enqueueJob(db, contactNoticeJob, { contact_id: contactId, after }, now)
}

/**
 * Creates the inbox items of one batch of users and queues the next batch. A job may run twice:
 * item ids are derived from message and user, so the second run inserts and publishes nothing.
 */
async function notifyHolders(contactId: string, after: string | null, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    // Otherwise a deletion at the same time would miss the items.
    const contact = (await holdContact(tx, contactId)) && (await findContact(tx, contactId))
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
    if (holders.length === BATCH)
      await queueContactNotice(tx, { contactId, after: holders.at(-1)!.id }, now)
  })
}

function itemFor({ id: userId, locale }: PermissionHolder, contact: ContactRow) {
  const content = {
    kind: 'contact.received',
    params: { name: contact.name },
    body: contact.subject,
    href: `/dashboard/contacts?message=${contact.id}`,
  } as const
  const id = derivedId(contact.createdAt, 'contact', contact.id, userId)
  return { ...administrativeContent(content, locale), id, userId }
}
