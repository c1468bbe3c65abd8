import { checkHoldsPermissionsOf } from '@/lib/access/administer'
import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { discardEmailTokens } from '@/lib/accounts/email-token.store'
import { type LockedUser, writeEmail, writeName } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { dropAttempts } from '@/lib/accounts/registration.store'
import { maskEmail } from '@/lib/accounts/user-fields'
import { replaceUnconfirmed } from '@/lib/identity/registration/erase-registrations'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { Actor, Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Sets or removes a user's name; needs `users:activate`. The audit entry says that the name changed
 * but not the old or new value: the trail cannot be edited, and a name is personal data. Refuses
 * `conflict` for a deleted account. A service account keeps a name.
 */
export function renameUser(
  actor: Actor,
  { name, ...target }: UserTarget & { name: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    if (before.status === 'deleted') return refuseDeletedUser()
    if (name === null && before.kind === 'service')
      return refuse('validation_failed', { errors: [fieldError(['name'], 'required')] })
    if (before.name === name) return { ok: true, details: null } as const
    await writeName(tx, { userId: before.id, name, now: ctx.now })
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.renamed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

/**
 * Changes a user's (normalized) email address immediately; it counts as unconfirmed until the link
 * in the email to it is used. The old address is notified, links sent to it stop working, and
 * sessions stay signed in. An unconfirmed registration of the new address is replaced. Refuses
 * `email_taken`, `conflict` for a deleted or service account, and `privilege_escalation` for the
 * actor's own account: a hijacked session could otherwise take it over without the password. Also
 * for a user with any permission that the actor lacks, those of applications too: with links sent
 * to an address of their own, the actor could sign in as that user.
 */
export function changeUserEmail(
  actor: Principal,
  { email, ...target }: UserTarget & { email: string },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    if (before.status === 'deleted') return refuseDeletedUser()
    if (before.kind === 'service') return refuse('conflict', { detail: NO_ADDRESS })
    if (before.id === actor.userId)
      return refuse('privilege_escalation', { detail: OWN_EMAIL_REFUSED })
    if (before.email === email) return { ok: true, details: null } as const
    const lent = await checkHoldsPermissionsOf(tx, actor, before.id)
    if (lent) return lent
    await replaceUnconfirmed(tx, { emails: [email], actorId: actor.userId }, ctx)
    if (!(await writeEmailOnce(tx, { userId: before.id, email, now: ctx.now })))
      return refuse('email_taken')
    await discardEmailTokens(tx, { userId: before.id })
    // Registration attempts with the old address do not apply to the new one.
    await dropAttempts(tx, before.id)
    await notifyBothAddresses(tx, before, ctx.now)
    return {
      ok: true,
      details: { before: maskEmail(before.email), after: maskEmail(email) },
    } as const
  }
  const act = { permission: 'users:email:change:any', action: 'user.email_changed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

function writeEmailOnce(
  tx: Tx,
  by: { userId: string; email: string; now: Date },
): Promise<boolean> {
  return writeEmail(tx, { ...by, verifiedAt: null }).catch((error: unknown) => {
    // The address was registered between the check and the write.
    throw isUniqueViolation(error) ? new RefusedError(refuse('email_taken')) : error
  })
}

async function notifyBothAddresses(
  tx: Tx,
  { id: userId, email: to, awaitsInvited }: LockedUser,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await notifyOwner(tx, { mail: 'address_changed', userId, to, at }, now)
  await queueMail(tx, { mail: awaitsInvited ? 'invitation' : 'confirm_address', userId, at }, now)
}

const NO_ADDRESS = 'This is a service account. It has no email address.'

const OWN_EMAIL_REFUSED =
  'Change your own email address on your account page or with POST /me/email.'
