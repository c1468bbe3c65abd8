import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { findDeletedAt } from '@/lib/users/erasure/erasure.store'

/** When a deleted account is erased by itself; null if it isn't deleted, or only on request. */
export async function findErasureDate(userId: string): Promise<Date | null> {
  const seconds = settings().accountEraseAfterSeconds
  const deletedAt = seconds === null ? null : await findDeletedAt(db(), userId)
  return deletedAt && addSeconds(deletedAt, seconds!)
}
