import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { queueMail } from '@/lib/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { refuseActingOn, refuseGrantingRoles, refuseUnlessHolding } from '@/lib/rbac/may-act-on'
import { deletePending, holdUnconfirmed } from '@/lib/registration/unconfirmed.store'
import { findNamedRoles } from '@/lib/users-admin/find-named-roles'
import { replaceRolesOf } from '@/lib/users-admin/user-roles.store'
import { insertInvitedUser } from '@/lib/users/invited-user.store'
import { findManagedUser } from '@/lib/users/managed-user.store'
import { maskEmail } from '@/lib/users/mask-email'
import { presentManagedUser, type ManagedUser } from '@/lib/users/present-managed-user'

interface Invitation {
  email: string
  name: string | null
  roles: readonly string[]
}

const PLAIN = 'user'

/**
 * Makes a pending account and mails its owner a link to choose a password. Needs `users:activate`, and for any role but `user`
 * also `users:role:change` and all that the role holds. An unconfirmed registration of the address gives way, with every password
 * that somebody chose there; any other account that has the address is refused (`email_taken`).
 */
export function inviteUser(
  actor: Principal,
  invitation: Invitation,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const audit = {
    action: 'user.invited',
    targetType: 'user',
    details: { email: maskEmail(invitation.email), roles: [...invitation.roles] },
  }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const granted = await rolesToGrant(tx, actor, invitation.roles)
    if (!granted.ok) return granted
    const made = await makeInvited(tx, actor, invitation, ctx)
    if (!made.ok) return made
    const { userId, replaced } = made
    await replaceRolesOf(tx, userId, granted.roleIds)
    await queueMail(tx, { mail: 'invitation', userId, at: ctx.now.toISOString() }, ctx.now)
    await publishPatch(tx, { permission: 'users:list' }, { target: `users/${userId}`, op: 'invalidate' })
    const details = { ...audit.details, ...(replaced && { replaced_registration: replaced }) }
    await recordAudit(tx, ctx, { ...audit, details, targetId: userId, outcome: 'ok', actorId: actor.userId })
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}

/** Makes the account; `replaced` is the id of the registration that gave way. */
async function makeInvited(
  tx: Tx,
  actor: Principal,
  { email, name }: Invitation,
  ctx: RequestContext,
): Promise<Outcome<{ userId: string; replaced: string | null }>> {
  const user = { email, name, locale: ctx.locale, now: ctx.now }
  const free = await insertInvitedUser(tx, user)
  if (free) return { ok: true, userId: free, replaced: null }
  const found = await holdUnconfirmed(tx, email)
  if (!found) return refuse('email_taken')
  const { id, holdsMore } = found
  // The roles that somebody gave to it go: that takes what taking them from any user takes.
  const refused = holdsMore
    ? ((await refuseUnlessHolding(tx, actor, 'users:role:change')) ?? (await refuseActingOn(tx, actor, id)))
    : null
  if (refused) return refused
  await deletePending(tx, { id })
  await publishPatch(tx, { permission: 'users:list' }, { target: `users/${id}`, op: 'invalidate' })
  const userId = await insertInvitedUser(tx, user)
  return userId ? { ok: true, userId, replaced: id } : refuse('email_taken')
}

async function rolesToGrant(
  tx: Tx,
  actor: Principal,
  names: readonly string[],
): Promise<Outcome<{ roleIds: string[] }>> {
  const special = names.some((name) => name !== PLAIN)
  const missing = special ? await refuseUnlessHolding(tx, actor, 'users:role:change') : null
  if (missing) return missing
  const found = await findNamedRoles(tx, names)
  if (!found.ok) return found
  return (await refuseGrantingRoles(tx, actor, found.roleIds)) ?? found
}
