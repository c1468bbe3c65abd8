import { recordAudit } from '@/lib/audit/record-audit'
import { getProfile } from '@/lib/auth/get-profile'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { presentProfile, type Profile } from '@/lib/users/present-profile'
import { lockProfile, updateProfileOf } from '@/lib/users/user.store'

/**
 * Changes the name and language of the signed-in person; undefined leaves a field alone, null empties it. A request that changes
 * nothing is answered with the profile as it is: nothing is written, recorded or published.
 */
export function updateProfile(
  principal: Principal,
  fields: { name?: string | null; locale?: 'en' | 'tr' | null },
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  if (FIELDS.every((name) => fields[name] === undefined)) return getProfile(principal)
  return inTransaction(async (tx) => {
    const before = await lockProfile(tx, principal.userId)
    if (!before) return refuse('session_revoked')
    const changed = FIELDS.filter((name) => fields[name] !== undefined && fields[name] !== before[name])
    if (changed.length === 0) return { ok: true, user: presentProfile(before, principal.roles) }
    const row = await updateProfileOf(tx, before.id, { name: fields.name, locale: fields.locale })
    await publish(tx, { type: 'user.changed', userId: row.id })
    await recordAudit(tx, ctx, {
      action: 'profile.changed',
      outcome: 'ok',
      actorId: row.id,
      targetType: 'user',
      targetId: row.id,
      details: { fields: changed },
    })
    return { ok: true, user: presentProfile(row, principal.roles) }
  })
}

const FIELDS = ['name', 'locale'] as const
