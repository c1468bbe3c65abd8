import { discardCodesTo } from '@/lib/accounts/sign-in-code.store'
import { discardSignInsOf } from '@/lib/accounts/unproven-sign-in.store'
import { insertErasure } from '@/lib/audit/audit-erasure.store'
import { recordAudits } from '@/lib/audit/record-audit'
import { deleteContactsWithFilesOf } from '@/lib/messaging/contacts/contacts.store'
import { forgetAddressBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { afterCommit } from '@/lib/platform/db/transaction'
import { purgeInBatches } from '@/lib/platform/jobs/define-job'
import { deleteJobsNaming } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { forgetAddresses } from '@/lib/protection/login-guard/login-guard.store'
import { eraseUploadsOf } from '@/lib/uploads/delete-upload'
import {
  deleteAccount,
  insertErasedAccount,
  readAddresses,
} from '@/lib/users/erasure/erasure.store'
import { deleteRowsOfActor } from '@/lib/users/import/user-import-row.store'

/** The email that must still be sent although it names the account. */
export const LAST_MAIL = { mail: 'account_erased' } as const

/** Rows of imports deleted by one statement, within the statement timeout. */
const ROWS = 10_000

export interface ErasureRequest {
  userId: string
  reason: 'grace_time' | 'request'
  /** Null: the grace time is over. */
  actorId: string | null
}

/**
 * Erases a deleted account whose row is locked: the row, and with it all that belongs to it. Its
 * address is free when `tx` commits. What others hold about it is erased in the background
 * (continue-erasures.ts). Throws `conflict`, which rolls back, if the account is not deleted.
 */
export async function eraseAccount(
  tx: Tx,
  { userId, reason, actorId }: ErasureRequest,
  ctx: Omit<RequestContext, 'deviceToken' | 'locale'>,
): Promise<void> {
  const { now } = ctx
  const { all: addresses, own: ownAddresses } = await readAddresses(tx, userId)
  await deleteContactsWithFilesOf(tx, userId)
  await eraseUploadsOf(tx, userId, now)
  await discardSignInsOf(tx, { userId, addresses })
  await discardCodesTo(tx, addresses)
  await forgetAddresses(tx, addresses)
  await forgetAddressBudgets(tx, addresses)
  await purgeInBatches((limit) => deleteRowsOfActor(tx, { actorId: userId, limit }), ROWS)
  await deleteJobsNaming(tx, { names: [userId, ...addresses], until: now, keep: LAST_MAIL })
  const account = await deleteAccount(tx, userId)
  if (!account) throw new RefusedError(refuse('conflict'))
  const recordId = await insertErasure(tx, userId, now)
  // Later than the erasure, which does not cover it: of a person's own request, only that it
  // happened may stay.
  const shown = actorId === userId ? { ...ctx, ip: null, userAgent: null, apiKeyId: null } : ctx
  const record = { action: 'user.erased', outcome: 'ok', targetId: userId } as const
  await recordAudits(tx, shown, [{ ...record, actorId, details: { reason } }])
  await insertErasedAccount(tx, { userId, erasedAt: now, recordId, addresses, ownAddresses })
  const { kind, email, locale, emailVerifiedAt } = account
  // An address that was never confirmed may be a stranger's.
  if (kind === 'person' && emailVerifiedAt)
    await queueMail(tx, { ...LAST_MAIL, email, ...(locale && { locale }) }, now)
  await publish(tx, { type: 'user.changed', userId })
  // Whoever restores an older backup finds here, too, which accounts to erase again.
  afterCommit(tx, () => logger().info({ user: userId, reason }, 'an account was erased'))
}
