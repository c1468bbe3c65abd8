import { z } from 'zod'
import { listPermissionHolders, type PermissionHolder } from '@/lib/access/grants.store'
import { lockWaitingRegistrationForKeyShare } from '@/lib/accounts/waiting-registration.store'
import { administrativeContent } from '@/lib/messaging/inbox/administrative-items'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { listUsersWithUnread } from '@/lib/messaging/inbox/inbox.store'
import { derivedId } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

/** How many users one transaction notifies. */
const BATCH = 200
/**
 * From this many unread items on, registrations share one item per hour: someone who registers
 * addresses in bulk must not fill the inboxes of administrators.
 */
export const UNREAD_BEFORE_COLLAPSE = 10
const HOUR_MS = 3_600_000
const KIND = 'registration.waiting'

export const registrationNoticeJob = defineJob({
  kind: 'registration_news',
  payload: z.object({ user_id: z.uuid(), after: z.uuid().nullable() }),
  run: ({ user_id: userId, after }, { now }) => notifyApprovers(userId, after, now),
})

/**
 * Queues notifying the users who may approve a registration, starting after the user `after`, if
 * and only if `db` commits.
 */
export function queueRegistrationNotice(
  db: Db,
  { userId, after }: { userId: string; after: string | null },
  now: Date,
): Promise<void> {
  return enqueueJob(db, registrationNoticeJob, { user_id: userId, after }, now)
}

/**
 * Creates the inbox items of one batch of users and queues the next batch. A job may run twice:
 * item ids are derived, so the second run adds nothing. Nothing is created if the registration was
 * decided on in the meantime.
 */
async function notifyApprovers(userId: string, after: string | null, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const registration = await lockWaitingRegistrationForKeyShare(tx, userId)
    if (!registration) return
    const permission = 'users:activate'
    const holders = await listPermissionHolders(tx, { permission, afterId: after, limit: BATCH })
    const full = await listUsersWithUnread(tx, {
      userIds: holders.map(({ id }) => id),
      kind: KIND,
      atLeast: UNREAD_BEFORE_COLLAPSE,
    })
    const items = holders.map((holder) =>
      full.has(holder.id) ? sharedItem(holder, now) : itemFor(holder, { userId, ...registration }),
    )
    await createInboxItems(tx, items, now)
    if (holders.length === BATCH)
      await queueRegistrationNotice(tx, { userId, after: holders.at(-1)!.id }, now)
  })
}

const HREF = '/dashboard/users/registrations'

function itemFor(
  holder: PermissionHolder,
  about: { userId: string; email: string; confirmedAt: Date },
) {
  return {
    // The address is confirmed, but the name could contain anything.
    ...administrativeContent(
      { kind: KIND, params: { email: about.email }, href: HREF },
      holder.locale,
    ),
    id: derivedId(about.confirmedAt, KIND, about.userId, holder.id),
    userId: holder.id,
    aboutId: about.userId,
  }
}

function sharedItem(holder: PermissionHolder, now: Date) {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  return {
    ...administrativeContent({ kind: KIND, params: { several: 1 }, href: HREF }, holder.locale),
    id: derivedId(hour, KIND, 'many', holder.id),
    userId: holder.id,
  }
}
