import {
  administer,
  checkHoldsPermissionsOf,
  checkMayActOn,
  checkPermissionHeld,
} from '@/lib/access/administer'
import { checkCallerLive } from '@/lib/access/start-background-work'
import { replaceRolesOf } from '@/lib/access/user-roles.store'
import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import {
  discardShownInvitations,
  issueEmailToken,
  lifetimeOf,
} from '@/lib/accounts/email-token.store'
import { findManagedUser, type LockedUser } from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { holdUnconfirmed } from '@/lib/accounts/registration.store'
import { maskEmail } from '@/lib/accounts/user-fields'
import { insertInvitedUser } from '@/lib/accounts/user.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { replaceLocked } from '@/lib/identity/registration/erase-registrations'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { mailedLink } from '@/lib/messaging/mail/compose-mail'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type {
  Actor,
  OPERATOR,
  Principal,
  RequestContext,
  SessionPrincipal,
} from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { fillProfile } from '@/lib/users/change-user-profile'
import { checkRecentForRoles, findRolesToGrant } from '@/lib/users/user-roles'

const NOT_INVITED =
  'This account has no pending invitation. If its owner cannot sign in, send a password reset.'

interface Invitation {
  email: string
  name: string | null
  roles: readonly string[]
  /** Values of profile fields, by key. */
  profile?: ProfileInput | undefined
}

/**
 * Creates a pending account and emails its owner a link to choose a password. Needs
 * `users:activate`, and for any role other than `user` also `users:role:change` and every
 * permission of the role. An unconfirmed registration of the address is replaced, together with any
 * password chosen there; if any other account has the address, refuses `email_taken`.
 */
export async function inviteUser(
  actor: Principal | typeof OPERATOR,
  invitation: Invitation,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const audit = {
    action: 'user.invited',
    details: { email: maskEmail(invitation.email), roles: [...invitation.roles] },
  } satisfies AuditAttempt
  const old = await checkRecentForRoles(actor, invitation.roles, ctx.now)
  if (old) return old
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const granted = await findRolesToGrant(tx, actor, invitation.roles)
    if (!granted.ok) return granted
    const made = await createInvitedAccount(tx, actor, invitation, ctx)
    if (!made.ok) return made
    const { userId, replaced } = made
    const { profile } = invitation
    const unfit = profile && (await fillProfile(tx, { userId, profile, now: ctx.now }))
    if (unfit) return unfit
    await replaceRolesOf(tx, userId, granted.roleIds)
    await queueMail(tx, { mail: 'invitation', userId, at: ctx.now.toISOString() }, ctx.now)
    await publishPatch(
      tx,
      { permission: 'users:list' },
      { target: `users/${userId}`, op: 'invalidate' },
    )
    const details = { ...audit.details, ...(replaced && { replaced_registration: replaced }) }
    await recordAudit(tx, ctx, {
      ...audit,
      details,
      targetId: userId,
      outcome: 'ok',
      actorId: actor.userId,
    })
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}

/** Creates the account; `replaced` is the ID of the registration it replaced. */
async function createInvitedAccount(
  tx: Tx,
  actor: Actor,
  { email, name }: Invitation,
  ctx: RequestContext,
): Promise<Outcome<{ userId: string; replaced: string | null }>> {
  const user = { email, name, locale: ctx.locale, now: ctx.now }
  const free = await insertInvitedUser(tx, user)
  if (free) return { ok: true, userId: free, replaced: null }
  const found = await holdUnconfirmed(tx, email)
  if (!found) return refuse('email_taken')
  const { id, holdsMore } = found
  // Roles assigned to the registration are lost, so the actor needs what removing roles from any
  // user needs.
  const refused = holdsMore
    ? ((await checkPermissionHeld(tx, actor, 'users:role:change')) ??
      (await checkMayActOn(tx, actor, id)))
    : null
  if (refused) return refused
  await replaceLocked(tx, { userId: id, actorId: actor.userId }, ctx)
  const userId = await insertInvitedUser(tx, user)
  return userId ? { ok: true, userId, replaced: id } : refuse('email_taken')
}

/**
 * Emails an invited or imported user without a password a new link to choose one; links from
 * earlier emails work until they expire. Needs `users:activate`. Refuses `conflict` for an account
 * that is already in use, deleted or deactivated.
 */
export function resendInvitation(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId, status, awaitsInvited }: LockedUser) => {
    if (status === 'deleted') return refuseDeletedUser()
    if (!awaitsInvited) return refuse('conflict', { detail: NOT_INVITED })
    await queueMail(tx, { mail: 'invitation', userId, at: ctx.now.toISOString() }, ctx.now)
    return { ok: true, details: {} } as const
  }
  const act = { permission: 'users:activate', action: 'user.invitation_resent' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

/** A link to set an account's first password. Anyone who has it can use it, once. */
export interface InvitationLink {
  url: string
  expiresAt: Date
}

/**
 * Creates a link with which an invited user chooses a password, for the administrator to pass on
 * when email does not arrive. It is shown once: only its hash is stored. An earlier copied link
 * stops working; emailed links stay valid. Needs `users:activate`, every permission of the account
 * (`privilege_escalation`), and recent authentication: a sign-in within the last ten minutes, or
 * the password. Refuses `conflict` for an account that is already in use. The link's effect is
 * decided when it is used (accept-invitation.ts).
 */
export async function createInvitationLink(
  actor: SessionPrincipal,
  { password, ...target }: UserTarget & { password?: string | undefined },
  ctx: RequestContext,
): Promise<Outcome<{ link: InvitationLink }>> {
  const proof = { password, refusedAction: 'user.invitation_link_refused' } as const
  const refusal = await checkRecentSignIn(actor, proof, ctx)
  if (refusal) return refusal
  let link: InvitationLink | null = null
  const change = async (tx: Tx, { id: userId, email, status, awaitsInvited }: LockedUser) => {
    if (status === 'deleted') return refuseDeletedUser()
    if (!awaitsInvited) return refuse('conflict', { detail: NOT_INVITED })
    const refusal =
      (await checkHoldsPermissionsOf(tx, actor, userId)) ??
      (await checkCallerLive(tx, actor, ctx.now))
    if (refusal) return refusal
    await discardShownInvitations(tx, userId)
    const invitation = { userId, kind: 'invitation', email, issuedById: actor.userId } as const
    const token = await issueEmailToken(tx, invitation, ctx.now)
    link = {
      url: mailedLink('invitation', token),
      expiresAt: addSeconds(ctx.now, lifetimeOf('invitation')),
    }
    return { ok: true, details: { expires_at: link.expiresAt.toISOString() } } as const
  }
  const act = { permission: 'users:activate', action: 'user.invitation_link_created' } as const
  const changed = await changeUser({ actor, ...target, ...act, change }, ctx)
  return changed.ok ? { ok: true, link: link! } : changed
}
