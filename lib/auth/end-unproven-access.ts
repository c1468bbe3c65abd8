import { deleteWaysIn } from '@/lib/external/local-account.store'
import { eraseFactors } from '@/lib/mfa/factor.store'
import type { Tx } from '@/lib/platform/db/database'
import { dropAttempts } from '@/lib/registration/attempt.store'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'

/**
 * Ends everything that could open an account before its owner proved the address: second factors, identities, known devices, sessions
 * and other registrations. Whoever set them up may have registered somebody else's address (pre-hijacking). Returns how many
 * sessions were alive. The password is the caller's to replace.
 */
export async function endUnprovenAccess(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  await eraseFactors(tx, userId)
  await deleteWaysIn(tx, userId)
  await dropAttempts(tx, userId)
  return revokeSessionsOf(tx, { userId, reason: 'account_reclaimed', now })
}
