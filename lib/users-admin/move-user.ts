import type { AuditEntry } from '@/lib/audit/record-audit'
import { queueMail } from '@/lib/mail/queue-mail'
import { hastenChecks } from '@/lib/payments/payment.store'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { assertAnAdministratorStays } from '@/lib/rbac/may-act-on'
import { dropAttempts } from '@/lib/registration/attempt.store'
import { adoptSoleRegistration } from '@/lib/registration/verification.store'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { erasePhone } from '@/lib/sms/phone.store'
import { forgetRecipients } from '@/lib/sms/sms-message.store'
import { deleteUploadsOf } from '@/lib/uploads/delete-upload'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import { discardBegunSignIns, writeStatus, type HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import { MOVE_PERMISSIONS, statusAfter, type StatusMove } from '@/lib/users/user-status'

/** Under which name each move is recorded. */
const ACTS = {
  activate: { action: 'user.activated' },
  deactivate: { action: 'user.deactivated' },
  delete: { action: 'user.deleted' },
  restore: { action: 'user.restored' },
} as const satisfies Record<StatusMove, object>

/**
 * Activates, deactivates, deletes (softly: the address stays taken, the files are gone) or restores an account. One that can no longer sign in loses
 * every session, and everything begun that could become one, for good: restoring opens none again. Repeating a move
 * changes nothing. Refuses `conflict` where the account has to be restored first, and `last_admin`.
 */
export function moveUser(
  actor: Actor,
  { move, ...target }: UserTarget & { move: StatusMove },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = (tx: Tx, before: HeldUser) => moveHeldUser(tx, before, { move, now: ctx.now })
  return changeUser({ actor, ...target, permission: MOVE_PERMISSIONS[move], ...ACTS[move], change }, ctx)
}

/**
 * The move itself, of a user whose row is held, under the catalog's lock: whoever makes it. Tells what the record says; null when there
 * was nothing to do. Throws `last_admin`.
 */
export async function moveHeldUser(
  tx: Tx,
  before: HeldUser,
  { move, now }: { move: StatusMove; now: Date },
): Promise<Outcome<{ details: AuditEntry['details'] | null }>> {
  const to = statusAfter(move, before.status, before.deletedFrom)
  if (to === null) return refuseDeleted()
  if (to === before.status) return { ok: true, details: null }
  const { id: userId, status: from } = before
  if (!(await writeStatus(tx, { userId, from, to, now }))) return refuse('conflict')
  const ended = to === 'deactivated' || to === 'deleted' ? await endWaysIn(tx, userId, to, now) : 0
  const files = to === 'deleted' ? await deleteUploadsOf(tx, userId, now) : 0
  if (to === 'deleted') await hastenChecks(tx, userId, now)
  if (from === 'pending' && to === 'active') await settleRegistrations(tx, before, now)
  if (before.roles.includes('admin')) await assertAnAdministratorStays(tx)
  return {
    ok: true,
    details: { before: from, after: to, sessions_ended: ended, ...(files > 0 && { files_deleted: files }) },
  }
}

/**
 * An administrator who activates a registration vouches for whoever made it. Where the address was registered more than once, or the
 * account was given more than `user`, it stays without a password instead, and its owner gets a mail to choose one.
 */
async function settleRegistrations(tx: Tx, { id: userId, email }: HeldUser, now: Date): Promise<void> {
  const opens = await adoptSoleRegistration(tx, { userId, now })
  await dropAttempts(tx, userId)
  if (!opens) await queueMail(tx, { mail: 'reset_password', email }, now)
}

async function endWaysIn(tx: Tx, userId: string, to: 'deactivated' | 'deleted', now: Date): Promise<number> {
  await discardBegunSignIns(tx, userId)
  if (to === 'deleted') {
    await erasePhone(tx, { userId, now })
    await forgetRecipients(tx, userId)
  }
  const reason = to === 'deleted' ? 'account_deleted' : 'account_deactivated'
  return revokeSessionsOf(tx, { userId, reason, now })
}
