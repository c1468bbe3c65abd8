import { listPermissionHolders } from '@/lib/access/grants.store'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/security-events'
import { toPlaceholders } from '@/lib/messaging/mail/define-mail'
import { detailsOf, type InboxMailKind, type MailRequest } from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { derivedId } from '@/lib/platform/crypto'
import type { Tx } from '@/lib/platform/db/database'

/** How many users one transaction notifies. */
const BATCH = 200

/**
 * Notifies one batch of the users who have a permission, by email and in the inbox, if and only if
 * `tx` commits. Emails go to the addresses of this moment, as in `notifyOwner`. Safe to run twice
 * for the same `occasion`: each item has a fixed id, and only a new item causes an email. Returns
 * where the next batch begins, or null after the last.
 */
export async function notifyHolders(
  tx: Tx,
  by: { permission: PermissionName; occasion: string; after: string | null },
  noticeTo: (userId: string) => Extract<MailRequest, { mail: InboxMailKind }>,
  now: Date,
): Promise<string | null> {
  const { permission, occasion, after } = by
  const holders = await listPermissionHolders(tx, { permission, afterId: after, limit: BATCH })
  const items = holders.map(({ id: userId, email: to }) => {
    const notice = { ...noticeTo(userId), to }
    const params = { ...requestOrigin(notice), ...toPlaceholders(detailsOf(notice)) }
    const id = derivedId(new Date(notice.at), notice.mail, occasion, userId)
    return { ...securityContent(notice.mail, params), id, userId, notice }
  })
  const notified = new Set(
    await createInboxItems(
      tx,
      items.map(({ notice: _, ...item }) => item),
      now,
    ),
  )
  for (const { id, notice } of items) if (notified.has(id)) await queueMail(tx, notice, now)
  return holders.length === BATCH ? holders.at(-1)!.id : null
}
