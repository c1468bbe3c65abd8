import type { AuditDetails } from '@/lib/audit/audit-actions'
import {
  deletePasskeysSince,
  endEmailChangeSince,
  endEnrollmentSince,
  eraseFactorSince,
  findSessionStart,
  forgetDevicesSince,
  revokeKeysSince,
  unlinkSince,
} from '@/lib/identity/sessions/planted-access.store'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'

/** Clocks of instances differ, and a script adds a key right after it signs in. */
const CLOCKS_DIFFER_SECONDS = 10

/** What was removed, as audited. */
type RemovedAccess = Omit<AuditDetails<'session.disowned'>, keyof DisownedSession>
type DisownedSession = Pick<
  AuditDetails<'session.disowned'>,
  'ended' | 'sessions_ended' | 'address_changed'
>

/**
 * When a session that is not the owner's began, and from when on what was added to the account is
 * doubtful; null if the session is not the user's.
 */
export async function findDoubtful(
  tx: Tx,
  by: { userId: string; sessionId: string },
): Promise<{ start: Date; since: Date } | null> {
  const start = await findSessionStart(tx, by)
  return start && { start, since: addSeconds(start, -CLOCKS_DIFFER_SECONDS) }
}

/**
 * Removes what was added to an account since then and would open it without its password: an
 * intruder may have added it from any session, and the owner can add theirs again. The
 * caller holds the locks of `lockAccessForUpdate` and then of the user's row, and begins a reset or
 * completes one: what is left may be no way to sign in. Ends no session.
 */
export async function removePlantedAccess(
  tx: Tx,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<RemovedAccess> {
  const added = { userId, since }
  const keys = await revokeKeysSince(tx, { ...added, now })
  const removed = {
    passkeys_removed: await deletePasskeysSince(tx, added),
    providers_disconnected: await unlinkSince(tx, added),
    api_keys_revoked: keys.map(({ id }) => id),
    mfa_disabled: await eraseFactorSince(tx, added),
    mfa_setup_ended: await endEnrollmentSince(tx, added),
    email_change_cancelled: await endEmailChangeSince(tx, added),
  }
  await forgetDevicesSince(tx, added)
  for (const { id: keyId, userId: ownerId } of keys)
    await publish(tx, { type: 'api_key.revoked', keyId, userId: ownerId })
  await publish(tx, { type: 'user.changed', userId })
  return removed
}

/** Where the session is not the user's, so that nothing is doubtful. */
export const NOTHING_REMOVED: RemovedAccess = {
  passkeys_removed: [],
  providers_disconnected: [],
  api_keys_revoked: [],
  mfa_disabled: false,
  mfa_setup_ended: false,
  email_change_cancelled: false,
}

/** Whether anything was removed. */
export function removedAny(removed: RemovedAccess): boolean {
  return Object.values(removed).some((part) => (Array.isArray(part) ? part.length > 0 : part))
}
