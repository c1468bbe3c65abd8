import { settings } from '@/lib/config/settings'
import { formatDuration } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { findDeletedAt } from '@/lib/users/erasure/erasure.store'

/** When a deleted account is erased by itself; null if it isn't deleted, or only on request. */
export async function findErasureDate(userId: string): Promise<Date | null> {
  const seconds = settings().accountEraseAfterSeconds
  const deletedAt = seconds === null ? null : await findDeletedAt(db(), userId)
  return deletedAt && addSeconds(deletedAt, seconds!)
}

/** How long an account that is deleted now can be restored; null without a limit. */
export function restorationPeriod(locale: Locale): string | null {
  const seconds = settings().accountEraseAfterSeconds
  return seconds === null ? null : formatDuration(seconds, locale)
}
