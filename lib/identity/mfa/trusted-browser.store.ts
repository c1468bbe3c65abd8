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

/** Ends the trust in every browser of a user. Returns in how many. */
export async function distrustDevices(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx.knownDevice.updateMany({
    where: { userId, NOT: { trustedUntil: null } },
    data: { trustedUntil: null },
  })
  return count
}
