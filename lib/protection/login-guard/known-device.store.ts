import { sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'

/** How a device token is stored and looked up: by its SHA-256 hash. */
export function deviceHash(deviceToken: string): Buffer<ArrayBuffer> {
  return sha256(deviceToken)
}

const MAX_DEVICES = 20

/** Whether this user has signed in from this device before. */
export async function isKnownDevice(
  db: Db,
  { userId, deviceToken }: { userId: string; deviceToken: string | null },
): Promise<boolean> {
  if (!deviceToken) return false
  return (
    (await db.knownDevice.count({
      where: { userId, deviceHash: deviceHash(deviceToken) },
    })) > 0
  )
}

/**
 * Common table expressions that record that a user has signed in from a device (OWASP device
 * cookies): the device gets its own budget and is not affected by a lock that strangers caused. At
 * most 20 are kept for each user; the least recently used are removed first. Expects the relation
 * `owner` with at most one row, whose `id` is the user's and whose `device_hash` is the device's,
 * and the value `now`.
 *
 * The deletion selects from the insertion, so that it runs second, and skips rows locked by another
 * sign-in of the same user, so that the two cannot deadlock. A device that is already known evicts
 * none. `surplus` locks nothing, because that would also lock the rows that OFFSET skips.
 */
export const REMEMBER_DEVICE = `
    remembered AS (
      INSERT INTO known_devices (device_hash, user_id, created_at, last_used_at)
      SELECT owner.device_hash, owner.id, :now::timestamptz, :now::timestamptz FROM owner
      ON CONFLICT (device_hash, user_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
      RETURNING user_id, device_hash),
    surplus AS (
      SELECT device_hash FROM known_devices
      WHERE user_id = (SELECT user_id FROM remembered) AND device_hash <> (SELECT device_hash FROM remembered)
      ORDER BY last_used_at DESC, device_hash OFFSET ${MAX_DEVICES - 1}),
    forgotten AS (
      DELETE FROM known_devices
      WHERE user_id = (SELECT user_id FROM remembered) AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = (SELECT user_id FROM remembered) AND device_hash IN (SELECT device_hash FROM surplus)
        FOR UPDATE SKIP LOCKED))`
