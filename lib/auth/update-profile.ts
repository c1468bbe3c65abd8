import { recordAudit } from '@/lib/audit/record-audit'
import { getProfile } from '@/lib/auth/get-profile'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { presentProfile, type Profile } from '@/lib/users/present-profile'
import { updateProfileOf } from '@/lib/users/user.store'

/**
 * Changes name and language of the signed-in person; undefined leaves a field alone, null empties it. Who gives neither gets the
 * profile as it is: nothing is written.
 */
export function updateProfile(
  principal: Principal,
  fields: { name?: string | null; locale?: 'en' | 'tr' | null },
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  if (fields.name === undefined && fields.locale === undefined) return getProfile(principal)
  return inTransaction(async (tx) => {
    const row = await updateProfileOf(tx, principal.userId, { name: fields.name, locale: fields.locale })
    if (!row) return refuse('session_revoked')
    await publish(tx, { type: 'user.changed', userId: row.id })
    await recordAudit(tx, ctx, {
      action: 'profile.changed',
      outcome: 'ok',
      actorId: row.id,
      targetType: 'user',
      targetId: row.id,
      details: { fields: FIELDS.filter((name) => fields[name] !== undefined) },
    })
    return { ok: true, user: presentProfile(row, principal.roles) }
  })
}

const FIELDS = ['name', 'locale'] as const
