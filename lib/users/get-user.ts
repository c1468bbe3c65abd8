import { findGrantsOfActor } from '@/lib/access/administer'
import { countActiveAdmins, findGrants } from '@/lib/access/grants.store'
import {
  findHigherPrivilegedIds,
  type GrantedPermission,
  readGrantedPermissions,
} from '@/lib/access/user-roles.store'
import { findManagedUser, findManagedUserByEmail } from '@/lib/accounts/managed-user.store'
import {
  type ManagedUser,
  presentManagedUser,
  type UserDetails,
} from '@/lib/accounts/present-managed-user'
import { normalizeEmail } from '@/lib/config/email-address'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import { readProfileValues } from '@/lib/profile-fields/profile-values.store'
import { mayRead, readableValues } from '@/lib/profile-fields/profile-values'
import { type AccountCreator, findCreatorRow } from '@/lib/users/user-details.store'

/** A user. The caller has checked that the actor is that user, or has `users:read`. */
export async function getUser(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ user: UserDetails }>> {
  const row = isId(userId) ? await findManagedUser(db(), userId) : null
  if (!row) return refuse('not_found')
  return { ok: true, user: await withProfile(actor, presentManagedUser(row)) }
}

/** A user by ID or email address, for an operator; checks no permission. */
export async function findUserForOperator(
  reference: string,
): Promise<Outcome<{ user: ManagedUser }>> {
  const row = isId(reference)
    ? await findManagedUser(db(), reference)
    : await findManagedUserByEmail(db(), normalizeEmail(reference))
  if (row) return { ok: true, user: presentManagedUser(row) }
  return refuse('not_found', { detail: 'There is no user with this ID or email address.' })
}

/**
 * Adds the values of profile fields, as far as the actor may read them, or has just written them.
 * They may be newer than the user's version but never older, so If-Match accepts no change based on
 * outdated values.
 */
export async function withProfile(
  actor: Principal,
  user: ManagedUser,
  written: ProfileInput = {},
): Promise<UserDetails> {
  const stored = await readProfileValues(db(), user.id)
  const isOwn = actor.kind === 'session' && actor.userId === user.id
  const fields = (await listProfileFields()).filter(
    (field) =>
      can(actor, 'users:read') ||
      (isOwn && mayRead(field, 'user')) ||
      Object.hasOwn(written, field.key),
  )
  return { ...user, fields: readableValues(fields, stored, 'administrators') }
}

/**
 * A user's permissions and the roles that grant them; sorted. Needs `rbac:manage`: `users:read`
 * shows the names of roles, but only the role endpoints, under `rbac:manage`, show the permissions
 * in them. This function must not bypass that.
 */
export async function listGrantedPermissions(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ permissions: GrantedPermission[] }>> {
  if (!can(actor, 'rbac:manage'))
    return refuse('insufficient_permission', { requiredPermission: 'rbac:manage' })
  return { ok: true, permissions: isId(userId) ? await readGrantedPermissions(db(), userId) : [] }
}

/** Who created a service account; null for a person, and if that account no longer exists. */
export function findCreator({ id }: ManagedUser): Promise<AccountCreator | null> {
  return findCreatorRow(db(), id)
}

/** Changes that are refused whatever permission the actor has. */
export interface UserChangeLimits {
  /** The user has permissions that the actor lacks, so that the actor cannot change the user. */
  outranked: boolean
  /** Those permissions; also empty when the actor may not see the permissions of roles. */
  missing: string[]
  /** The `admin` role cannot be removed, and the user cannot be deactivated or deleted. */
  lastAdministrator: boolean
}

/**
 * Why changes of a user would be refused, to show before the actor tries. For display only: each
 * change is checked again, under the lock.
 */
export async function findUserChangeLimits(
  actor: Principal,
  user: ManagedUser,
): Promise<UserChangeLimits> {
  const [own, theirs] = await Promise.all([
    findGrantsOfActor(db(), actor),
    findGrants(db(), user.id),
  ])
  const missing = (theirs?.privileged ?? []).filter((name) => !own?.permissions.has(name)).sort()
  const administers =
    user.kind === 'person' && user.status === 'active' && user.roles.includes('admin')
  return {
    outranked: missing.length > 0,
    missing: can(actor, 'rbac:manage') ? missing : [],
    lastAdministrator: administers && (await countActiveAdmins(db())) === 1,
  }
}

/**
 * Which of these users have permissions that the actor lacks, so that the actor cannot change them.
 * For display only: each change is checked again, under the lock.
 */
export async function findHigherPrivilegedUsers(
  actor: Principal,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await findGrantsOfActor(db(), actor)
  return new Set(await findHigherPrivilegedIds(db(), userIds, [...(held?.permissions ?? [])]))
}
