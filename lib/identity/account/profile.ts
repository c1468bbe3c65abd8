import { presentProfile, type Profile } from '@/lib/accounts/present-profile'
import { findProfile, lockProfile, updateProfileOf } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import {
  holdProfileFields,
  listProfileFields,
  type ProfileField,
} from '@/lib/profile-fields/profile-fields'
import { mergeProfileValues } from '@/lib/profile-fields/profile-values.store'
import {
  changedKeys,
  isLargeProfile,
  refuseLargeProfile,
  validateProfile,
} from '@/lib/profile-fields/profile-values'
import { chooseAvatar, removeAvatar } from '@/lib/uploads/avatar'

type Found = Outcome<{ user: Profile; version: number }>
type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export async function getProfile(principal: Principal): Promise<Found> {
  const row = await findProfile(db(), principal.userId)
  return row ? presented(row, principal, await listProfileFields()) : refuse('session_revoked')
}

const presented = (row: ProfileRow, { roles }: Principal, known: readonly ProfileField[]) =>
  ({ ok: true, user: presentProfile(row, roles, known), version: row.version }) as const

/**
 * Changes the picture of the signed-in user as well as what `updateFields` changes. The picture
 * comes first: if it or a value is refused, nothing has changed. Refuses `precondition_failed` if
 * `versions` lacks that of the user; the first write checks it under its lock.
 */
export async function updateProfile(
  principal: Principal,
  { avatarUploadId, versions, ...fields }: ProfileChange,
  ctx: RequestContext,
): Promise<Found> {
  if (avatarUploadId === undefined) return updateFields(principal, { ...fields, versions }, ctx)

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
    ? removeAvatar(principal, ctx, versions)
    : chooseAvatar(avatarUploadId, principal, ctx, versions))
  return changed.ok ? updateFields(principal, fields, ctx) : changed
}

const AS_USER = { audience: 'user' } as const

/**
 * Changes the name, the language and the profile fields of the signed-in user; undefined leaves a
 * field unchanged, null clears it. A request that changes nothing returns the current profile and writes, audits and
 * publishes nothing.
 */
function updateFields(
  principal: Principal,
  { versions, ...fields }: ProfileFields & Versions,
  ctx: RequestContext,
): Promise<Found> {
  const { profile } = fields
  if (!versions && !profile && FIELDS.every((name) => fields[name] === undefined))
    return getProfile(principal)
  return inTransaction(async (tx) => {
    const before = await lockProfile(tx, principal.userId)
    if (!before) return refuse('session_revoked')
    if (versions && !versions.includes(before.version)) return refuse('precondition_failed')
    const known = await holdProfileFields(tx)
    const valid = validateProfile(known, profile ?? {}, AS_USER)
    if (!valid.ok) return valid
    const keys = changedKeys(before.profile, valid.values)
    const changed: string[] = FIELDS.filter(
      (name) => fields[name] !== undefined && fields[name] !== before[name],
    )
    if (changed.length + keys.length === 0) return presented(before, principal, known)
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
    return presented(row, principal, known)
  })
}

interface Versions {
  /** The user versions that the caller accepts (If-Match); null or absent accepts any. */
  versions?: readonly number[] | null
}

type ProfileChange = ProfileFields & Versions & { avatarUploadId?: string | null | undefined }

interface ProfileFields {
  name?: string | null | undefined
  locale?: 'en' | 'tr' | null | undefined
  profile?: ProfileInput | undefined
}

const FIELDS = ['name', 'locale'] as const
