import { eraseNamingRecords } from '@/lib/audit/erase-naming-records'
import { deleteContactsFrom } from '@/lib/messaging/contacts/contacts.store'
import { deleteItemsNaming } from '@/lib/messaging/inbox/inbox.store'
import { erasePaymentTexts } from '@/lib/payments/erase-payments.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { purgeInBatches } from '@/lib/platform/jobs/define-job'
import { deleteJobsNaming, isJobWaiting } from '@/lib/platform/jobs/job.store'
import { describeJobError } from '@/lib/platform/jobs/run-jobs'
import { logger } from '@/lib/platform/logger'
import { forgetErrorsNaming } from '@/lib/platform/provider-health.store'
import { eraseSearchesNaming } from '@/lib/users/bulk/bulk-action.store'
import { LAST_MAILS } from '@/lib/users/erasure/erase-account'
import { listUnfinished, noteTry, type UnfinishedErasure } from '@/lib/users/erasure/erasure.store'
import { eraseRowsNaming } from '@/lib/users/import/user-import-row.store'

const ERASURES_A_RUN = 500
const AGAIN_SECONDS = 1200
/** By then, whatever was under way when the account was erased has ended. */
const SECOND_LOOK_SECONDS = 3600

/**
 * Erases what others hold about erased accounts: messages, inbox items, reports, searches, queued
 * work, errors, payments, and audit records that name them. Every step may run twice, so an interrupted erasure
 * continues. Only what was stored before the erasure is touched: the address is free, and someone
 * else may have it by now. Ends with a look after an hour that finds nothing left.
 */
export async function continueErasures(now: Date): Promise<void> {
  const triedBefore = addSeconds(now, -AGAIN_SECONDS)
  for (const erasure of await listUnfinished(db(), { triedBefore, limit: ERASURES_A_RUN })) {
    const { userId, erasedAt } = erasure
    try {
      const left = await eraseTraces(erasure, now)
      const finished = !left && now >= addSeconds(erasedAt, SECOND_LOOK_SECONDS)
      await noteTry(db(), userId, { finished, now })
    } catch (error) {
      logger().error(
        { user: userId, reason: describeJobError(error) },
        'the erasure of an account was interrupted and will continue',
      )
      await noteTry(db(), userId, { finished: false, now })
    }
  }
}

/** Returns whether something has to wait: a payment, a seal, or the last email. */
async function eraseTraces(
  { userId, erasedAt: until, recordId, addresses, ownAddresses, names }: UnfinishedErasure,
  now: Date,
): Promise<boolean> {
  await purgeInBatches((limit) =>
    deleteContactsFrom(db(), { addresses: ownAddresses, until, limit }),
  )
  await deleteJobsNaming(db(), { names: [userId, ...addresses], until, keep: LAST_MAILS })
  await eraseRowsNaming(db(), { addresses, until })
  await eraseSearchesNaming(db(), { names: [...addresses, ...names], until })
  await purgeInBatches((limit) =>
    deleteItemsNaming(db(), { addresses: ownAddresses, until, limit }),
  )
  await forgetErrorsNaming(db(), addresses)
  const unsettled = await erasePaymentTexts(db(), userId)
  const named = { userId, addresses, names, beforeId: recordId }
  const unsealed = await eraseNamingRecords(named, now)
  return unsettled > 0 || unsealed > 0 || (await isLastMailWaiting(addresses))
}

async function isLastMailWaiting(addresses: readonly string[]): Promise<boolean> {
  for (const email of addresses)
    for (const mail of LAST_MAILS) if (await isJobWaiting(db(), { ...mail, email })) return true
  return false
}
