import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { type LockedUser, writeName } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { holdProfileFields } from '@/lib/profile-fields/profile-fields'
import { mergeProfileValues, readProfileValues } from '@/lib/profile-fields/profile-values.store'
import {
  changedKeys,
  refuseLargeProfile,
  validateProfile,
} from '@/lib/profile-fields/profile-values'
import { renameUser } from '@/lib/users/change-user-details'

/**
 * Changes the values of a user's profile fields, and the name if it is given, all or none; needs
 * `users:activate`. The audit record has the keys but no values, because they are personal data.
 * Refuses `conflict` for a deleted account and for a service account, which has no profile.
 */
export function changeUserProfile(
  actor: Actor,
  {
    name,
    profile,
    ...target
  }: UserTarget & { name?: string | null | undefined; profile: ProfileInput },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    if (before.status === 'deleted') return refuseDeletedUser()
    if (before.kind === 'service') return refuse('conflict', { detail: NO_PROFILE })
    const fields = await holdProfileFields(tx)
    const valid = validateProfile(fields, profile, { audience: 'administrators' })
    if (!valid.ok) return valid
    const changed = changedKeys(await readProfileValues(tx, before.id), valid.values)
    const renamed = name !== undefined && name !== before.name
    const by = { userId: before.id, now: ctx.now }
    const merge = { ...by, values: valid.values }
    if (changed.length > 0 && !(await mergeProfileValues(tx, merge))) return refuseLargeProfile()
    if (renamed) await writeName(tx, { ...by, name })
    const named = [...(renamed ? ['name'] : []), ...changed.map((key) => `profile.${key}`)]
    return { ok: true, details: named.length > 0 ? { fields: named } : null } as const
  }
  const act = { permission: 'users:activate', action: 'user.profile_changed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

/**
 * Stores the values of profile fields of a new account, as an administrator. Why they are refused,
 * or null.
 */
export async function fillProfile(
  tx: Tx,
  { userId, profile, now }: { userId: string; profile: ProfileInput; now: Date },
): Promise<Refusal | null> {
  const fields = await holdProfileFields(tx)
  const valid = validateProfile(fields, profile, { audience: 'administrators' })
  if (!valid.ok) return valid
  return (await mergeProfileValues(tx, { userId, values: valid.values, now }))
    ? null
    : refuseLargeProfile()
}

/** Changes a user's name, profile fields or both; undefined keeps what is there. */
export async function changeUserDetails(
  actor: Actor,
  { name, profile, ...target }: UserTarget & UserDetailsChange,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  if (profile) return changeUserProfile(actor, { ...target, name, profile }, ctx)
  if (name !== undefined) return renameUser(actor, { ...target, name }, ctx)
  return refuse('validation_failed', { errors: [fieldError(['name'], 'required')] })
}

interface UserDetailsChange {
  name?: string | null | undefined
  profile?: ProfileInput | undefined
}

const NO_PROFILE = 'This is a service account. It has no profile.'
