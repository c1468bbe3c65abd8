import { deviceHash } from '@/lib/login-guard/guard-keys'
import type { Db } from '@/lib/platform/db/database'

const MAX_DEVICES = 20

/**
 * Notes that a person has signed in from this device (OWASP device cookies): it gets a budget of its own and is not kept
 * out by a lock that strangers caused. At most 20 are kept for each user; the ones longest unused make room.
 */
export async function rememberDevice(
  db: Db,
  { userId, deviceToken, now }: { userId: string; deviceToken: string; now: Date },
): Promise<void> {
  const hash = deviceHash(deviceToken)
  // The deletion asks for the row of the insertion, so that it comes second, and steps over what a sign-in of the same
  // person holds: two of them can not wait for each other.
  await db.$executeRaw`
    WITH remembered AS (
      INSERT INTO known_devices (device_hash, user_id, created_at, last_used_at)
      VALUES (${hash}::bytea, ${userId}::uuid, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (device_hash, user_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
      RETURNING device_hash)
    DELETE FROM known_devices
    WHERE user_id = ${userId}::uuid AND EXISTS (SELECT FROM remembered) AND device_hash IN (
      SELECT device_hash FROM known_devices
      WHERE user_id = ${userId}::uuid AND device_hash <> ${hash}::bytea
      ORDER BY last_used_at DESC, device_hash
      OFFSET ${MAX_DEVICES - 1} FOR UPDATE SKIP LOCKED)`
}
