import type { Db, Tx } from '@/lib/platform/db/database'

interface Browser {
  userId: string
  deviceHash: Uint8Array<ArrayBuffer>
}

/** Trusts a browser that the user has signed in from. */
export async function trustDevice(tx: Tx, by: Browser & { until: Date }): Promise<void> {
  const { userId, deviceHash, until } = by
  await tx.knownDevice.updateMany({ where: { userId, deviceHash }, data: { trustedUntil: until } })
}

/** Whether a user trusts this browser at `now`. */
export async function isTrustedDevice(db: Db, by: Browser & { now: Date }): Promise<boolean> {
  const { userId, deviceHash, now } = by
  return (
    (await db.knownDevice.count({ where: { userId, deviceHash, trustedUntil: { gt: now } } })) > 0
  )
}

/** How many browsers a user trusts. */
export function countTrustedDevices(db: Db, by: { userId: string; now: Date }): Promise<number> {
  return db.knownDevice.count({ where: { userId: by.userId, trustedUntil: { gt: by.now } } })
}

/** Ends the trust in every browser of a user. Returns how many were still trusted at `now`. */
export async function distrustDevices(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const end = { trustedUntil: null }
  const live = { userId, trustedUntil: { gt: now } }
  const { count } = await tx.knownDevice.updateMany({ where: live, data: end })
  await tx.knownDevice.updateMany({ where: { userId, NOT: end }, data: end })
  return count
}

/**
 * Ends the trust in the device that a user's session began on, unless their session `currentId`
 * began on the same.
 */
export async function distrustDeviceOf(
  tx: Tx,
  by: { userId: string; sessionId: string; currentId: string | null },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE known_devices d SET trusted_until = NULL FROM session_families f
    WHERE f.id = ${by.sessionId}::uuid AND f.user_id = ${by.userId}::uuid
      AND d.user_id = f.user_id AND d.device_hash = f.device_hash AND d.trusted_until IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM session_families own WHERE own.id = ${by.currentId}::uuid
          AND own.user_id = f.user_id AND own.device_hash = f.device_hash)`
}
