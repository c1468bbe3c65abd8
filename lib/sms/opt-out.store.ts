import type { Db } from '@/lib/platform/db/database'

/** Whether the owner of a number replied STOP. */
export async function hasOptedOut(db: Db, phone: string): Promise<boolean> {
  return (await db.smsOptOut.count({ where: { phone } })) > 0
}

/** Notes that. Again changes nothing. */
export async function optOut(db: Db, phone: string, now: Date): Promise<void> {
  await db.smsOptOut.createMany({ data: [{ phone, optedOutAt: now }], skipDuplicates: true })
}

/** Takes it back: the owner replied START. */
export async function optIn(db: Db, phone: string): Promise<void> {
  await db.smsOptOut.deleteMany({ where: { phone } })
}
