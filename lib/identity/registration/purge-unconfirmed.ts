import { KEEP_EXPIRED_LINKS_SECONDS } from '@/lib/accounts/email-token.store'
import { deleteExpiredRegistrations } from '@/lib/accounts/registration.store'
import { reportErased } from '@/lib/identity/registration/erase-registrations'
import { addSeconds } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/** Long enough to ask for another link, or for an administrator to activate the account. */
const KEEP_UNCONFIRMED_SECONDS = 30 * 86_400

/**
 * Erases up to `limit` accounts that were registered 30 days ago and never confirmed, and that no
 * waiting registration or link can confirm anymore. Audit records by and about them are erased,
 * too. Their addresses are not searched for elsewhere, because anyone can register an address.
 * Returns how many there were. `db` is a transaction.
 */
export async function purgeUnconfirmed(db: Db, now: Date, limit: number): Promise<number> {
  const before = addSeconds(now, -KEEP_UNCONFIRMED_SECONDS)
  const linksUntil = addSeconds(now, -KEEP_EXPIRED_LINKS_SECONDS)
  const userIds = await deleteExpiredRegistrations(db, { before, linksUntil, now, limit })
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now } as const
  await reportErased(db, { userIds, actorId: null, reason: 'unconfirmed' }, ctx)
  return userIds.length
}
