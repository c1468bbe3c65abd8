import { lockCatalog } from '@/lib/access/catalog.store'
import { lockLiveSession } from '@/lib/access/live-caller.store'
import { lockManagedUserForUpdate } from '@/lib/accounts/managed-user.store'
import { type Credentials, findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { lockProviderAccess } from '@/lib/identity/account/account-locks.store'
import { changeLockedUserStatus } from '@/lib/identity/account/change-user-status'
import { checkOwner } from '@/lib/identity/sign-in/reauthenticate'
import { seenBy } from '@/lib/messaging/inbox/notify-owner'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

export interface OwnDeletion {
  password?: string
  /** Of the user. */
  versions?: AcceptedVersions
}

/**
 * Soft-deletes one's own account: the address stays taken, and an administrator can restore it.
 * Every session is revoked before the response is sent, and the owner gets an email. Requires the
 * password, or a recent sign-in if there is none. Refuses with `last_admin`, and with
 * `precondition_failed` if `versions` lacks that of the user. `then` ends the transaction of the
 * deletion; a refusal that it throws undoes it.
 */
export async function deleteOwnAccount(
  { password, versions }: OwnDeletion,
  principal: SessionPrincipal,
  ctx: RequestContext,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  const refusal = await checkOwner(
    user,
    { password, refusedAction: 'user.deletion_refused' },
    principal,
    ctx,
  )
  if (refusal) return refusal
  try {
    return await inTransaction(async (tx) => {
      const deleted = await deleteOnce(tx, { user, versions }, principal, ctx)
      if (deleted.ok) await then(tx)
      return deleted
    })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const { code } = error.refusal
    await recordAudit(db(), ctx, {
      ...about(user.id),
      outcome: 'refused',
      details: { reason: code },
    })
    return error.refusal
  }
}

async function deleteOnce(
  tx: Tx,
  { user, versions }: { user: Credentials; versions: AcceptedVersions },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  // The check that another administrator remains runs under this lock, as it does for
  // administrators.
  await lockCatalog(tx)
  await lockProviderAccess(tx, user.id)
  const before = await lockManagedUserForUpdate(tx, user.id)
  if (!before || !(await lockLiveSession(tx, { ...principal, now: ctx.now })))
    return refuse('session_revoked')
  const stale = checkVersion(before, versions)
  if (stale) return stale
  const now = await findCredentials(tx, user.id)
  // The password was changed since the check, so the check is no longer valid.
  if (!now || now.passwordChangedAt?.getTime() !== user.passwordChangedAt?.getTime())
    return refuse('invalid_credentials')
  const moved = await changeLockedUserStatus(tx, before, { move: 'delete', actorId: user.id }, ctx)
  if (!moved.ok) throw new RefusedError(moved)
  await publish(tx, { type: 'user.changed', userId: user.id })
  const erasedOn = erasureDay(ctx.now)
  await queueMail(
    tx,
    { mail: 'account_deleted', userId: user.id, to: now.email, erasedOn, ...seenBy(ctx) },
    ctx.now,
  )
  const { details } = moved
  if (!details) throw new Error('an active account cannot have been deleted already')
  await recordAudit(tx, ctx, { ...about(user.id), outcome: 'ok', details })
  return { ok: true }
}

/** The day on which an account that is deleted now is erased; undefined if only on request. */
function erasureDay(now: Date): string | undefined {
  const seconds = settings().accountEraseAfterSeconds
  return seconds === null ? undefined : addSeconds(now, seconds).toISOString().slice(0, 10)
}

function about(userId: string) {
  return { action: 'user.deleted', actorId: userId, targetId: userId } as const
}
