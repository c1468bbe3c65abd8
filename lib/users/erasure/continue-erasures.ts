import { eraseNamingRecords } from '@/lib/audit/erase-naming-records'
import { deleteContactsFrom } from '@/lib/messaging/contacts/contacts.store'
import { deleteItemsNaming } from '@/lib/messaging/inbox/inbox.store'
import { erasePaymentTexts } from '@/lib/payments/erase-payments.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import { endOfRun, purgeInBatches } from '@/lib/platform/jobs/define-job'
import { deleteJobsNaming, isJobWaiting } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { forgetErrorsNaming } from '@/lib/platform/provider-health.store'
import { eraseSearchesNaming } from '@/lib/users/bulk/bulk-action.store'
import { LAST_MAILS } from '@/lib/users/erasure/erase-account'
import { listUnfinished, noteTry, type UnfinishedErasure } from '@/lib/users/erasure/erasure.store'
import { eraseRowsNaming } from '@/lib/users/import/user-import-row.store'

const ERASURES_A_RUN = 500
/** How many share one pass over the audit trail. */
const BATCH = 100
const AGAIN_SECONDS = 1200
/** By then, whatever was under way when the account was erased has ended. */
const SECOND_LOOK_SECONDS = 3600

/**
 * Erases what others hold about erased accounts: messages, inbox items, reports, searches, queued
 * work, errors, payments, and audit records that name them. Every step may run twice, so an
 * interrupted erasure continues. Only what was stored before the erasure is touched: the address is
 * free, and someone else may have it by now. Looks at once and after an hour, and then again for as
 * long as something has to wait. The next run takes those that are left at `endsAt` (of
 * `performance.now()`).
 */
export async function continueErasures(now: Date, endsAt = endOfRun()): Promise<void> {
  const due = await listUnfinished(db(), {
    triedBefore: addSeconds(now, -AGAIN_SECONDS),
    erasedBefore: addSeconds(now, -SECOND_LOOK_SECONDS),
    limit: ERASURES_A_RUN,
  })
  for (let start = 0; start < due.length && performance.now() < endsAt; start += BATCH)
    await continueBatch(due.slice(start, start + BATCH), now, endsAt)
}

/** The pass over the audit trail has no end of its own: the next run would start it over. */
async function continueBatch(
  erasures: readonly UnfinishedErasure[],
  now: Date,
  endsAt: number,
): Promise<void> {
  const tried: UnfinishedErasure[] = []
  const traceless = new Set<string>()
  for (const erasure of erasures) {
    if (tried.length > 0 && performance.now() >= endsAt) break
    if (await eraseTraces(erasure, endsAt)) traceless.add(erasure.userId)
    tried.push(erasure)
  }
  const unsealed = await eraseRecords(tried, now)
  for (const { userId, erasedAt } of tried) {
    const isLastLook = now >= addSeconds(erasedAt, SECOND_LOOK_SECONDS)
    const finished = isLastLook && traceless.has(userId) && unsealed?.has(userId) === false
    await noteTry(db(), userId, { finished, now })
  }
}

/**
 * What is done for each erasure alone. A step returns true if something has to wait: a payment, the
 * last email, or rows that are left at the end of the run.
 */
const STEPS: readonly ((of: UnfinishedErasure, endsAt: number) => Promise<unknown>)[] = [
  ({ ownAddresses: addresses, erasedAt: until }, endsAt) =>
    purgeUntil((limit) => deleteContactsFrom(db(), { addresses, until, limit }), endsAt),
  ({ userId, addresses, erasedAt: until }) =>
    deleteJobsNaming(db(), { names: [userId, ...addresses], until, keep: LAST_MAILS }),
  ({ addresses, erasedAt: until }) => eraseRowsNaming(db(), { addresses, until }),
  ({ addresses, names, erasedAt: until }) =>
    eraseSearchesNaming(db(), { names: [...addresses, ...names], until }),
  ({ ownAddresses: addresses, erasedAt: until }, endsAt) =>
    purgeUntil((limit) => deleteItemsNaming(db(), { addresses, until, limit }), endsAt),
  ({ addresses }) => forgetErrorsNaming(db(), addresses),
  async ({ userId }) => (await erasePaymentTexts(db(), userId)) > 0,
  ({ addresses }) => isLastMailWaiting(addresses),
]

/** Deletes in batches until `endsAt`. Returns true if rows may be left. */
async function purgeUntil(
  purge: (limit: number) => Promise<number>,
  endsAt: number,
): Promise<boolean> {
  let cutShort = false
  const purgeSome = async (limit: number) => {
    const count = await purge(limit)
    cutShort = count >= limit
    return count
  }
  await purgeInBatches(purgeSome, { endsAt })
  return cutShort
}

/** Takes every step, also after one that failed. Returns whether nothing is left. */
async function eraseTraces(erasure: UnfinishedErasure, endsAt: number): Promise<boolean> {
  const failures: unknown[] = []
  let waits = false
  for (const step of STEPS)
    try {
      if ((await step(erasure, endsAt)) === true) waits = true
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) logInterruption([erasure], failures[0])
  return !waits && failures.length === 0
}

/** Returns the users whom a record names that waits for its seal; null after an error. */
async function eraseRecords(
  erasures: readonly UnfinishedErasure[],
  now: Date,
): Promise<Set<string> | null> {
  const users = erasures.map(({ recordId: beforeId, ...known }) => ({ ...known, beforeId }))
  try {
    return await eraseNamingRecords(users, now)
  } catch (error) {
    logInterruption(erasures, error)
    return null
  }
}

function logInterruption(erasures: readonly UnfinishedErasure[], error: unknown): void {
  logger().error(
    { user_ids: erasures.map(({ userId }) => userId), reason: describeError(error) },
    'the erasure of accounts was interrupted and will continue',
  )
}

/** Asks once for all mails, because the answer takes a scan of all jobs. */
function isLastMailWaiting(addresses: readonly string[]): Promise<boolean> {
  const mails = addresses.flatMap((email) => LAST_MAILS.map((mail) => ({ ...mail, email })))
  return isJobWaiting(db(), mails)
}
