import { assertAdministratorRemains } from '@/lib/access/administer'
import {
  type ChangeDetails,
  changeUser,
  refuseDeletedUser,
  type UserTarget,
} from '@/lib/accounts/change-user'
import { hasLiveToken } from '@/lib/accounts/email-token.store'
import { confirmSoleRegistration } from '@/lib/accounts/email-verification.store'
import {
  discardPendingSignIns,
  type LockedUser,
  writeStatus,
} from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { dropAttempts } from '@/lib/accounts/registration.store'
import { MOVE_PERMISSIONS, statusAfter, type StatusMove } from '@/lib/accounts/user-status'
import { lockBeforeClosing } from '@/lib/identity/account/account-locks.store'
import { revokeKeyRowsOf } from '@/lib/identity/api-keys/api-key.store'
import { findKeysLeft } from '@/lib/identity/api-keys/find-keys-left'
import { endWorkOf } from '@/lib/identity/sessions/planted-work'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { erasePhone, forgetOptOut } from '@/lib/messaging/sms/phone.store'
import { forgetRecipients } from '@/lib/messaging/sms/sms-message.store'
import { scheduleChecksNow } from '@/lib/payments/payment.store'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { deleteUploadsOf } from '@/lib/uploads/delete-upload'

/** The action name of each move in the audit log. */
const ACTS = {
  activate: { action: 'user.activated' },
  deactivate: { action: 'user.deactivated' },
  delete: { action: 'user.deleted' },
  restore: { action: 'user.restored' },
} as const satisfies Record<StatusMove, object>

/**
 * Activates, deactivates, soft-deletes (the address stays taken, the files are removed) or restores
 * an account. An account that can no longer sign in permanently loses every session, API key,
 * unfinished sign-in, and copied invitation link, and its work in the background ends; restoring
 * brings none back. Repeating a move changes nothing. Refuses with `conflict` when the account has
 * to be restored first, with `last_admin`, and with `privilege_escalation` a deletion of the
 * actor's own account.
 */
export function changeUserStatus(
  actor: Actor,
  { move, ...target }: UserTarget & { move: StatusMove },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    const changed = await changeLockedUserStatus(tx, before, { move, actorId: actor.userId }, ctx)
    const refused = move === 'delete' ? checkNotOwn(actor, before.id) : null
    return refused ?? changed
  }
  const act = { permission: MOVE_PERMISSIONS[move], ...ACTS[move] }
  const closes = move === 'deactivate' || move === 'delete'
  const locks = closes ? { holdFirst: lockBeforeClosing } : {}
  return changeUser({ actor, ...target, ...act, ...locks, change }, ctx)
}

/**
 * Refuses to delete the actor's own account like anyone else's: that would need neither the
 * password nor send an email, so a borrowed session would be enough. Called after the change, so
 * that the last administrator gets `last_admin`; the refusal undoes it.
 */
export function checkNotOwn(actor: Actor, userId: string): Refusal | null {
  return userId === actor.userId ? refuse('privilege_escalation', { detail: OWN_ACCOUNT }) : null
}

const OWN_ACCOUNT = 'Delete your own account on your data page or with DELETE /me.'

/**
 * Changes the status of a user whose row is locked, under the catalog lock, for any actor. A move
 * that ends access needs the locks of `lockBeforeClosing`, too.
 * Returns the details for the audit record, or null when there was nothing to do. Throws
 * `last_admin`.
 */
export async function changeLockedUserStatus(
  tx: Tx,
  before: LockedUser,
  { move, actorId }: { move: StatusMove; actorId: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ details: ChangeDetails<'user.deleted'> | null }>> {
  const { now } = ctx
  const to = statusAfter(move, before.status, before.deletedFrom)
  if (to === null) return refuseDeletedUser()
  if (to === before.status) return { ok: true, details: null }
  const { id: userId, status: from } = before
  if (!(await writeStatus(tx, { userId, from, to, now }))) return refuse('conflict')
  const closed = to === 'deactivated' || to === 'deleted'
  const ended = closed ? await endAccess(tx, before, { to, actorId }, ctx) : { sessions_ended: 0 }
  const left = closed ? await findKeysLeft(tx, userId, now) : null
  const files = to === 'deleted' ? await deleteUploadsOf(tx, userId, now) : 0
  if (to === 'deleted') await scheduleChecksNow(tx, userId, now)
  if (to === 'active') await openAccount(tx, before, now)
  if (before.roles.includes('admin')) await assertAdministratorRemains(tx)
  return {
    ok: true,
    details: {
      before: from,
      after: to,
      ...ended,
      ...(files > 0 && { files_deleted: files }),
      ...left,
    },
  }
}

/**
 * Makes sure that the owner of an account that becomes active can sign in to it, and tells them if
 * they were waiting for it.
 */
function openAccount(tx: Tx, before: LockedUser, now: Date): Promise<void> {
  const { id: userId, status, unapproved } = before
  if (unapproved)
    return queueMail(tx, { mail: 'registration_approved', userId, at: now.toISOString() }, now)
  return status === 'pending' ? openPending(tx, before, now) : sendLostLink(tx, before, now)
}

async function openPending(tx: Tx, before: LockedUser, now: Date): Promise<void> {
  if (!before.invited) return settleRegistrations(tx, before, now)
  const { id: userId, email } = before
  await dropAttempts(tx, userId)
  if (!(await hasLiveToken(tx, { userId, email, kind: 'invitation', now })))
    await sendLostLink(tx, before, now)
}

/**
 * Deactivating or deleting an account that no one has used yet ended its invitation or its
 * registrations. Its owner is emailed how to choose a password. A user whom an administrator
 * created never asked for a link, so theirs must not expire before they read the email.
 */
async function sendLostLink(tx: Tx, before: LockedUser, now: Date): Promise<void> {
  const { id: userId, email, invited, unclaimed } = before
  if (!unclaimed) return
  const at = now.toISOString()
  await queueMail(
    tx,
    invited ? { mail: 'account_ready', userId, at } : { mail: 'reset_password', email },
    now,
  )
}

/**
 * An administrator who activates a registration vouches for its owner. If the address was
 * registered more than once, or the account was given more than `user`, it gets no password; its
 * owner is emailed a link to choose one.
 */
async function settleRegistrations(
  tx: Tx,
  { id: userId, email }: LockedUser,
  now: Date,
): Promise<void> {
  const hasPassword = await confirmSoleRegistration(tx, { userId, now })
  await dropAttempts(tx, userId)
  if (!hasPassword) await queueMail(tx, { mail: 'reset_password', email }, now)
}

async function endAccess(
  tx: Tx,
  { id: userId, email }: LockedUser,
  { to, actorId }: { to: 'deactivated' | 'deleted'; actorId: string | null },
  ctx: RequestContext,
) {
  const { now } = ctx
  await discardPendingSignIns(tx, { userId, email })
  if (to === 'deleted') {
    await forgetOptOut(tx, userId)
    await erasePhone(tx, { userId, now })
    await forgetRecipients(tx, userId)
  }
  const reason = to === 'deleted' ? 'account_deleted' : 'account_deactivated'
  await revokeKeyRowsOf(tx, { userId, reason, now })
  const sessions = await revokeSessionsOf(tx, { userId, reason }, ctx)
  return { sessions_ended: sessions, ...(await endWorkOf(tx, { userId, actorId }, ctx)) }
}
