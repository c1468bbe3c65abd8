import { presentProfile, type Profile } from '@/lib/accounts/present-profile'
import { findProfile, lockProfile, updateProfileOf } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import {
  holdProfileFields,
  listProfileFields,
  type ProfileField,
} from '@/lib/profile-fields/profile-fields'
import { mergeProfileValues } from '@/lib/profile-fields/profile-values.store'
import {
  changedKeys,
  refuseLargeProfile,
  validateProfile,
} from '@/lib/profile-fields/profile-values'
import { chooseAvatar, removeAvatar, setAvatar } from '@/lib/uploads/avatar'

type Found = Outcome<{ user: Profile; version: number }>
type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export async function getProfile(principal: Principal): Promise<Found> {
  const row = await findProfile(db(), principal.userId)
  return row ? presented(row, principal, await listProfileFields()) : refuse('session_revoked')
}

const presented = (row: ProfileRow, { roles }: Principal, known: readonly ProfileField[]) =>
  ({ ok: true, user: presentProfile(row, roles, known), version: row.version }) as const

/**
 * Changes the picture of the signed-in user as well as what `changeFields` changes, all or nothing.
 * Refuses `precondition_failed` if `versions` lacks that of the user.
 */
export async function updateProfile(
  principal: Principal,
  { avatarUploadId, ...change }: ProfileChange,
  ctx: RequestContext,
): Promise<Found> {
  if (avatarUploadId !== undefined)
    return updateWithAvatar(principal, { ...change, avatarUploadId }, ctx)
  const { versions, profile } = change
  if (!versions && !profile && FIELDS.every((name) => change[name] === undefined))
    return getProfile(principal)
  return inTransaction((tx) => changeFields(tx, principal, change, ctx))
}

async function updateWithAvatar(
  principal: Principal,
  { avatarUploadId, versions, ...fields }: ProfileChange & { avatarUploadId: string | null },
  ctx: RequestContext,
): Promise<Found> {
  // The transaction checks both again, but an image is decoded before it.
  const stale = await checkOwnVersion(principal, versions)
  if (stale) return stale
  const valid = validateProfile(await listProfileFields(), fields.profile ?? {}, AS_USER)
  if (!valid.ok) return valid
  let changed: Found = refuse('session_revoked')
  const along = async (tx: Tx) => {
    changed = await changeFields(tx, principal, fields, ctx)
    if (!changed.ok) throw new RefusedError(changed)
  }
  const options = { versions, along }
  try {
    const chosen = await (avatarUploadId === null
      ? removeAvatar(principal, ctx, options)
      : chooseAvatar(avatarUploadId, principal, ctx, options))
    return chosen.ok ? changed : chosen
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

/**
 * Sets the picture of the signed-in user. Refuses what `setAvatar` refuses, and
 * `precondition_failed` before the image is decoded, or throws it as a RefusedError.
 */
export async function setOwnAvatar(
  principal: Principal,
  { file, versions }: { file: ReceivedFile } & Versions,
  ctx: RequestContext,
): Promise<Found> {
  const stale = await checkOwnVersion(principal, versions)
  if (stale) return stale
  const stored = await setAvatar(file, principal, ctx, { versions })
  return stored.ok ? getProfile(principal) : stored
}

/** Without a lock: what is written afterwards checks the version again. */
async function checkOwnVersion(
  { userId }: Principal,
  versions: AcceptedVersions,
): Promise<Refusal | null> {
  const row = versions && (await findProfile(db(), userId))
  return row ? checkVersion(row, versions) : null
}

const AS_USER = { audience: 'user' } as const

/**
 * Changes the name, the language and the profile fields of the signed-in user; undefined leaves a
 * field unchanged, null clears it. A request that changes nothing returns the current profile and
 * writes, audits, and publishes nothing.
 */
async function changeFields(
  tx: Tx,
  principal: Principal,
  { versions, profile, ...fields }: ProfileFields & Versions,
  ctx: RequestContext,
): Promise<Found> {
  const before = await lockProfile(tx, principal.userId)
  if (!before) return refuse('session_revoked')
  const stale = checkVersion(before, versions)
  if (stale) return stale
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
}

interface Versions {
  /** Of the user. */
  versions?: AcceptedVersions
}

type ProfileChange = ProfileFields & Versions & { avatarUploadId?: string | null | undefined }

interface ProfileFields {
  name?: string | null | undefined
  locale?: 'en' | 'tr' | null | undefined
  profile?: ProfileInput | undefined
}

const FIELDS = ['name', 'locale'] as const
