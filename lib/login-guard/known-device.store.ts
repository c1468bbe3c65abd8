import { deviceHash } from '@/lib/login-guard/guard-keys'
import type { Db } from '@/lib/platform/db/database'

const MAX_DEVICES = 20

/** Whether this person has signed in from this device before. */
export async function isKnownDevice(
  db: Db,
  { userId, deviceToken }: { userId: string; deviceToken: string | null },
): Promise<boolean> {
  if (!deviceToken) return false
  return (
    (await db.knownDevice.count({ where: { userId, deviceHash: new Uint8Array(deviceHash(deviceToken)) } })) >
    0
  )
}

/**
 * The part of a statement that notes that a person has signed in from a device (OWASP device cookies): it gets a budget of
 * its own and is not kept out by a lock that strangers caused. At most 20 are kept for each user; the ones longest unused
 * make room. A list of common table expressions over the one row or none of `owners` (a name; its `id` is the user's) and
 * two expressions of SQL: `hash` is what `deviceHash` makes of the token. Never pass anything but constants.
 */
export function rememberedDevice({ owners, hash, at }: { owners: string; hash: string; at: string }): string {
  // The deletion asks for the row of the insertion, so that it comes second, and steps over what a sign-in of the same
  // person holds: two of them cannot wait for each other. Who was known already pushes nobody out.
  return `
    remembered AS (
      INSERT INTO known_devices (device_hash, user_id, created_at, last_used_at)
      SELECT ${hash}, ${owners}.id, ${at}, ${at} FROM ${owners}
      ON CONFLICT (device_hash, user_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
      RETURNING user_id),
    forgotten AS (
      DELETE FROM known_devices
      WHERE user_id = (SELECT user_id FROM remembered) AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = (SELECT user_id FROM remembered) AND device_hash <> ${hash}
        ORDER BY last_used_at DESC, device_hash
        OFFSET ${MAX_DEVICES - 1} FOR UPDATE SKIP LOCKED))`
}

/** Forgets all devices of a person: each has to prove itself again. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.knownDevice.deleteMany({ where: { userId } })
}
