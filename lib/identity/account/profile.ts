import { presentProfile, type Profile } from '@/lib/accounts/present-profile'
import { findProfile, lockProfile, updateProfileOf } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { chooseAvatar, removeAvatar } from '@/lib/uploads/avatar'

export async function getProfile(principal: Principal): Promise<Outcome<{ user: Profile }>> {
  const row = await findProfile(db(), principal.userId)
  return row ? { ok: true, user: presentProfile(row, principal.roles) } : refuse('session_revoked')
}

/**
 * Changes the picture of the signed-in user as well as what `updateFields` changes. The picture
 * comes first: if it is refused, nothing has changed.
 */
export async function updateProfile(
  principal: Principal,
  { avatarUploadId, ...fields }: ProfileFields & { avatarUploadId?: string | null | undefined },
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  if (avatarUploadId !== undefined) {
    const changed = await (avatarUploadId === null
      ? removeAvatar(principal, ctx)
      : chooseAvatar(avatarUploadId, principal, ctx))
    if (!changed.ok) return changed
  }
  return updateFields(principal, fields, ctx)
}

/**
 * Changes the name and language of the signed-in user; undefined leaves a field unchanged, null
 * clears it. A request that changes nothing returns the current profile and writes, audits and
 * publishes nothing.
 */
function updateFields(
  principal: Principal,
  fields: ProfileFields,
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  if (FIELDS.every((name) => fields[name] === undefined)) return getProfile(principal)
  return inTransaction(async (tx) => {
    const before = await lockProfile(tx, principal.userId)
    if (!before) return refuse('session_revoked')
    const changed = FIELDS.filter(
      (name) => fields[name] !== undefined && fields[name] !== before[name],
    )
    if (changed.length === 0) return { ok: true, user: presentProfile(before, principal.roles) }
    const row = await updateProfileOf(tx, before.id, { name: fields.name, locale: fields.locale })
    await publish(tx, { type: 'user.changed', userId: row.id })
    await recordAudit(tx, ctx, {
      action: 'profile.changed',
      outcome: 'ok',
      actorId: row.id,
      targetId: row.id,
      details: { fields: changed },
    })
    return { ok: true, user: presentProfile(row, principal.roles) }
  })
}

interface ProfileFields {
  name?: string | null | undefined
  locale?: 'en' | 'tr' | null | undefined
}

const FIELDS = ['name', 'locale'] as const
