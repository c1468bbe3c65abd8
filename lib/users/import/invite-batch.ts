import { lockCatalog } from '@/lib/access/catalog.store'
import { readGrants } from '@/lib/access/grants.store'
import { recordAudits } from '@/lib/audit/record-audit'
import { hasMailBacklog } from '@/lib/messaging/mail/mail-limits.store'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { StoredRequest } from '@/lib/platform/request-context'
import {
  type FirstPasswordMail,
  listUninvited,
  lockInvitationsForUpdate,
  writeInvited,
} from '@/lib/users/import/import-invitations.store'
import { findHigherPrivilegedIds } from '@/lib/users/user-details.store'
import type { UserImportInvitations } from '@/prisma/generated/client'

const BATCH = 50

/**
 * Queues the next invitations of an import: one transaction queues the mails and moves the
 * progress, so that each person gets one, whatever dies in between. It holds the progress, so that
 * of two workers one goes on, and the catalog's lock, so that what the actor may is true until the
 * commit. While the mail queue is behind, nothing is added to it. False when there is nothing
 * (more) to do here.
 */
export async function inviteBatch(importId: string, now: Date): Promise<boolean> {
  if (await hasMailBacklog(db(), now)) return true
  return inTransaction(async (tx) => {
    await lockCatalog(tx)
    const held = await lockInvitationsForUpdate(tx, importId)
    if (!held) return false
    const actor = await readGrants(tx, held.actorId)
    if (actor?.status !== 'active') return stopLockedInvitations(tx, held, 'actor_not_active', now)
    if (!actor.permissions.has('users:activate'))
      return stopLockedInvitations(tx, held, 'permission_lost', now)
    const people = await listUninvited(tx, { importId, after: held.lastUserId, limit: BATCH })
    const due = await withoutHigherPrivileged(tx, people, actor.permissions)
    for (const { id: userId, mail } of due)
      await queueMail(tx, { mail, userId, at: now.toISOString() }, now)
    const more = people.length === BATCH
    await writeInvited(tx, importId, {
      lastUserId: people.at(-1)?.id ?? held.lastUserId,
      invited: held.invited + due.length,
      ended: !more,
      now,
    })
    return more
  })
}

/** Ends invitations before their end: the code says why. Mails that were queued stay so. */
export function stopInvitations(importId: string, because: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const held = await lockInvitationsForUpdate(tx, importId)
    return held ? stopLockedInvitations(tx, held, because, now) : false
  })
}

/**
 * Those whom a mail suits, without whoever holds a permission that the actor lacks: as for inviting
 * them one by one.
 */
async function withoutHigherPrivileged(
  tx: Tx,
  people: readonly { id: string; mail: FirstPasswordMail | null }[],
  permissions: ReadonlySet<string>,
): Promise<{ id: string; mail: FirstPasswordMail }[]> {
  const suited = people.flatMap(({ id, mail }) => (mail === null ? [] : [{ id, mail }]))
  const ids = suited.map(({ id }) => id)
  const above = new Set(await findHigherPrivilegedIds(tx, ids, [...permissions]))
  return suited.filter(({ id }) => !above.has(id))
}

async function stopLockedInvitations(
  tx: Tx,
  held: UserImportInvitations,
  because: string,
  now: Date,
): Promise<false> {
  await writeInvited(tx, held.importId, { stoppedBecause: because, ended: true, now })
  await recordAudits(tx, { ...(held.request as unknown as StoredRequest), now }, [
    {
      action: 'user_import.invitations_stopped',
      outcome: 'refused',
      actorId: held.actorId,
      targetType: 'user_import',
      targetId: held.importId,
      details: { invited: held.invited, reason: because },
    },
  ])
  return false
}
