import { lockCatalog } from '@/lib/access/catalog.store'
import { findGrants } from '@/lib/access/grants.store'
import { findHigherPrivilegedIds } from '@/lib/access/user-roles.store'
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
import type { UserImportInvitations } from '@/prisma/generated/client'

const BATCH = 50

/**
 * Queues the next invitations of an import. One transaction queues the emails and advances the
 * progress, so that each user gets exactly one email, even after a crash. It locks the progress, so
 * that only one of two workers continues, and the role catalog, so that the actor's permissions do
 * not change before the commit. Adds nothing while the mail queue is backed up. Returns false when
 * nothing is left to process.
 */
export async function inviteBatch(importId: string, now: Date): Promise<boolean> {
  if (await hasMailBacklog(db(), now)) return true
  return inTransaction(async (tx) => {
    await lockCatalog(tx)
    const held = await lockInvitationsForUpdate(tx, importId)
    if (!held) return false
    const actor = await findGrants(tx, held.actorId)
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

/** Stops invitations; `because` is the reason code. Emails already queued are still sent. */
export function stopInvitations(importId: string, because: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const held = await lockInvitationsForUpdate(tx, importId)
    return held ? stopLockedInvitations(tx, held, because, now) : false
  })
}

/**
 * The users who get an email, without those who have permissions that the actor lacks: the same
 * rule as for inviting one user.
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
      targetId: held.importId,
      details: { invited: held.invited, reason: because },
    },
  ])
  return false
}
