import { presentProfile, type Profile } from '@/lib/accounts/present-profile'
import { findProfile, lockProfile, updateProfileOf } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { holdProfileFields, listProfileFields } from '@/lib/profile-fields/profile-fields'
import { mergeProfileValues } from '@/lib/profile-fields/profile-values.store'
import {
  changedKeys,
  isLargeProfile,
  refuseLargeProfile,
  validateProfile,
} from '@/lib/profile-fields/profile-values'
import { chooseAvatar, removeAvatar } from '@/lib/uploads/avatar'

export async function getProfile(principal: Principal): Promise<Outcome<{ user: Profile }>> {
  const row = await findProfile(db(), principal.userId)
  if (!row) return refuse('session_revoked')
  return { ok: true, user: presentProfile(row, principal.roles, await listProfileFields()) }
}

/**
 * Changes the picture of the signed-in user as well as what `updateFields` changes. The picture
 * comes first: if it or a value is refused, nothing has changed.
 */
export async function updateProfile(
  principal: Principal,
  { avatarUploadId, ...fields }: ProfileFields & { avatarUploadId?: string | null | undefined },
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  if (avatarUploadId !== undefined) {
    const before = await findProfile(db(), principal.userId)
    if (!before) return refuse('session_revoked')
    const valid = validateProfile(await listProfileFields(), fields.profile ?? {}, AS_USER)
    if (!valid.ok) return valid
    if (changedKeys(before.profile, valid.values).length > 0) {
      const merged = { ...(before.profile as ProfileInput), ...valid.values }
      const kept = Object.entries(merged).filter(([, value]) => value !== null)
      if (isLargeProfile(Object.fromEntries(kept))) return refuseLargeProfile()
    }
    const changed = await (avatarUploadId === null
      ? removeAvatar(principal, ctx)
      : chooseAvatar(avatarUploadId, principal, ctx))
    if (!changed.ok) return changed
  }
  return updateFields(principal, fields, ctx)
}

const AS_USER = { audience: 'user' } as const

/**
 * Changes the name, the language and the profile fields of the signed-in user; undefined leaves a
 * field unchanged, null clears it. A request that changes nothing returns the current profile and writes, audits and
 * publishes nothing.
 */
function updateFields(
  principal: Principal,
  fields: ProfileFields,
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  const { profile } = fields
  if (!profile && FIELDS.every((name) => fields[name] === undefined)) return getProfile(principal)
  return inTransaction(async (tx) => {
    const before = await lockProfile(tx, principal.userId)
    if (!before) return refuse('session_revoked')
    const known = await holdProfileFields(tx)
    const valid = validateProfile(known, profile ?? {}, AS_USER)
    if (!valid.ok) return valid
    const keys = changedKeys(before.profile, valid.values)
    const changed: string[] = FIELDS.filter(
      (name) => fields[name] !== undefined && fields[name] !== before[name],
    )
    if (changed.length + keys.length === 0)
      return { ok: true, user: presentProfile(before, principal.roles, known) }
    const by = { userId: before.id, values: valid.values, now: ctx.now }
    if (keys.length > 0 && !(await mergeProfileValues(tx, by))) return refuseLargeProfile()
    const row = await updateProfileOf(tx, before.id, { name: fields.name, locale: fields.locale })
    changed.push(...keys.map((key) => `profile.${key}`))
    await publish(tx, { type: 'user.changed', userId: row.id })
    await recordAudit(tx, ctx, {
      action: 'profile.changed',
      outcome: 'ok',
      actorId: row.id,
      targetId: row.id,
      details: { fields: changed },
    })
    return { ok: true, user: presentProfile(row, principal.roles, known) }
  })
}

interface ProfileFields {
  name?: string | null | undefined
  locale?: 'en' | 'tr' | null | undefined
  profile?: ProfileInput | undefined
}

const FIELDS = ['name', 'locale'] as const
