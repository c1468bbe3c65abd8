import { db } from '@/lib/platform/db/database'

/** Makes claimed jobs due, as if their workers had died and the leases had expired. */
export async function expireLeases(): Promise<void> {
  await db().job.updateMany({
    where: { lockedUntil: { not: null } },
    data: { lockedUntil: new Date(0) },
  })
}
