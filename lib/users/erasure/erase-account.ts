import { discardCodesTo } from '@/lib/accounts/sign-in-code.store'
import { discardSignInsOf } from '@/lib/accounts/unproven-sign-in.store'
import { deleteWaitingRegistration } from '@/lib/accounts/waiting-registration.store'
import { insertErasure } from '@/lib/audit/audit-erasure.store'
import { recordAudits } from '@/lib/audit/record-audit'
import { findKeysLeft } from '@/lib/identity/api-keys/find-keys-left'
import {
  deleteContactsFrom,
  deleteContactsWithFilesOf,
} from '@/lib/messaging/contacts/contacts.store'
import { deleteItemsNaming } from '@/lib/messaging/inbox/inbox.store'
import { forgetAddressBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { lastMailKinds } from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds, CLOCK_AHEAD_SECONDS } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { afterCommit } from '@/lib/platform/db/transaction'
import { deleteJobsNaming } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { forgetAddresses } from '@/lib/protection/login-guard/login-guard.store'
import { eraseUploadsOf } from '@/lib/uploads/delete-upload'
import { eraseSearchesNaming } from '@/lib/users/bulk/bulk-action.store'
import {
  deleteAccount,
  insertErasedAccount,
  type KnownAs,
  readKnownAs,
} from '@/lib/users/erasure/erasure.store'
import { eraseRowsNaming } from '@/lib/users/import/user-import-row.store'
import { disownImports } from '@/lib/users/import/user-import.store'

/** The emails that must still be sent although they name the account. */
export const LAST_MAILS = lastMailKinds.map((mail) => ({ mail }))

/** Rows deleted by one statement, within the statement timeout. */
const ROWS = 10_000

export interface ErasureRequest {
  userId: string
  reason: 'grace_time' | 'request'
  /** Null: the grace period is over. */
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
  // Before the row is gone: the keys then no longer name who created them.
  const left = await findKeysLeft(tx, userId, now)
  const known = await eraseBelongings(tx, userId, now)
  const account = await deleteAccount(tx, userId)
  if (!account) throw new RefusedError(refuse('conflict'))
  await queueTraces(tx, { userId, known, because: reason }, now)
  // Written after the erasure, which does not cover it. For a user's own request, only the fact of
  // the erasure may stay, and which keys the user may still know.
  const shown = actorId === userId ? { ...ctx, ip: null, userAgent: null, apiKeyId: null } : ctx
  const record = { action: 'user.erased', outcome: 'ok', targetId: userId } as const
  await recordAudits(tx, shown, [{ ...record, actorId, details: { reason, ...left } }])
  const { kind, email, locale, emailVerifiedAt } = account
  // An address that was never confirmed may be a stranger's.
  if (kind === 'person' && emailVerifiedAt)
    await queueMail(tx, { mail: 'account_erased', email, ...(locale && { locale }) }, now)
  await publish(tx, { type: 'user.changed', userId })
}

/**
 * Erases a registration that waits for approval and whose row is locked, like an account. Returns
 * whom to tell. What is recorded after it stays.
 */
export async function eraseWaitingRegistration(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ email: string; locale: string | null }> {
  const known = await eraseBelongings(tx, userId, now)
  const registration = await deleteWaitingRegistration(tx, userId)
  if (!registration) throw new RefusedError(refuse('conflict'))
  await queueTraces(tx, { userId, known, because: 'declined' }, now)
  await publish(tx, { type: 'user.changed', userId })
  return registration
}

/** What an account has beside its row. Returns what it is known as. */
async function eraseBelongings(tx: Tx, userId: string, now: Date): Promise<KnownAs> {
  const known = await readKnownAs(tx, userId)
  const { addresses } = known
  await deleteContactsWithFilesOf(tx, userId)
  await eraseUploadsOf(tx, userId, now)
  await discardSignInsOf(tx, { userId, addresses })
  await discardCodesTo(tx, addresses)
  await forgetAddresses(tx, addresses)
  await forgetAddressBudgets(tx, addresses)
  await disownImports(tx, userId)
  const until = addSeconds(now, CLOCK_AHEAD_SECONDS)
  await eraseTracesAhead(tx, userId, known, { since: now, until })
  return known
}

/**
 * Erases what others hold and has a later time than the erasure: an instance whose clock is ahead
 * stored it before. Later, it could not be told apart from what concerns the next owner of the
 * address.
 */
async function eraseTracesAhead(
  tx: Tx,
  userId: string,
  { addresses, ownAddresses, names }: KnownAs,
  span: { since: Date; until: Date },
): Promise<void> {
  await deleteJobsNaming(tx, { names: [userId, ...addresses], ...span, keep: LAST_MAILS })
  const own = { addresses: ownAddresses, ...span, limit: ROWS }
  while ((await deleteContactsFrom(tx, own)) === ROWS) continue
  while ((await deleteItemsNaming(tx, own)) === ROWS) continue
  await eraseRowsNaming(tx, { addresses, ...span })
  await eraseSearchesNaming(tx, { names: [...addresses, ...names], ...span })
}

/** Records the erasure of audit records, and queues that of all that others hold. */
async function queueTraces(
  tx: Tx,
  { userId, known, because }: { userId: string; known: KnownAs; because: string },
  now: Date,
): Promise<void> {
  const recordId = await insertErasure(tx, userId, now)
  await insertErasedAccount(tx, { userId, erasedAt: now, recordId, ...known })
  // After the restore of an older backup, this also says which accounts to erase again.
  afterCommit(tx, () =>
    logger().info({ user_id: userId, reason: because }, 'an account was erased'),
  )
}
