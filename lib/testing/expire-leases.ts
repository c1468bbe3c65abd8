import { db } from '@/lib/platform/db/database'

/**
 * Makes claimed jobs, webhook deliveries, and messages of notifications due, as if their workers had
 * died and the leases had expired.
 */
export async function expireLeases(): Promise<void> {
  const claimed = { where: { lockedUntil: { not: null } }, data: { lockedUntil: new Date(0) } }
  await db().job.updateMany(claimed)
  await db().webhookDelivery.updateMany(claimed)
  const claimedMessages = { ...claimed, data: { ...claimed.data, dueAt: new Date(0) } }
  await db().notificationMail.updateMany(claimedMessages)
  await db().smsMessage.updateMany(claimedMessages)
}
