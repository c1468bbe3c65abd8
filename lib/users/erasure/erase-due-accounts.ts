import { settings } from '@/lib/config/settings'
import { lockProviderAccess } from '@/lib/identity/account/account-locks.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { describeError } from '@/lib/platform/describe-error'
import { newId } from '@/lib/platform/ids'
import { endOfRun } from '@/lib/platform/jobs/define-job'
import { logger } from '@/lib/platform/logger'
import { eraseAccount } from '@/lib/users/erasure/erase-account'
import {
  type DueAccount,
  listDueAccounts,
  lockDueAccountForUpdate,
} from '@/lib/users/erasure/erasure.store'

const BATCH = 100
/** The rest is erased by the next run. */
const BATCHES_A_RUN = 20

/**
 * Erases the accounts that were deleted longer than ACCOUNT_ERASE_AFTER ago, each in a transaction
 * of its own: an interrupted run leaves an account whole or erased. One that fails is logged and
 * tried again by the next run, as are those that are left at `endsAt` (of `performance.now()`).
 */
export async function eraseDueAccounts(now: Date, endsAt = endOfRun()): Promise<void> {
  const seconds = settings().accountEraseAfterSeconds
  if (seconds === null) return
  const before = addSeconds(now, -seconds)
  let after: DueAccount | null = null
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const due: DueAccount[] = await listDueAccounts(db(), { before, after, limit: BATCH })
    for (const { id } of due) {
      if (performance.now() >= endsAt) return
      await eraseOrLog(id, before, now)
    }
    if (due.length < BATCH) return
    after = due.at(-1)!
  }
}

async function eraseOrLog(userId: string, before: Date, now: Date): Promise<void> {
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now } as const
  try {
    await inTransaction(async (tx) => {
      await lockProviderAccess(tx, userId)
      // A restore that committed meanwhile wins; a later one finds no account.
      if (!(await lockDueAccountForUpdate(tx, { userId, before }))) return
      await eraseAccount(tx, { userId, reason: 'grace_time', actorId: null }, ctx)
    })
  } catch (error) {
    logger().error(
      { user_id: userId, reason: describeError(error) },
      'an account could not be erased and will be tried again',
    )
  }
}
