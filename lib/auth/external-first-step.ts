import { recordAudit } from '@/lib/audit/record-audit'
import { passFirstStep, type SignIn } from '@/lib/auth/pass-first-step'
import { isKnownDevice } from '@/lib/login-guard/known-device.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import { LostRace } from '@/lib/platform/db/lost-race'
import type { RequestContext } from '@/lib/platform/request-context'

/** What follows the word of a provider about an account that was found: a session or the second step. Throws LostRace. */
export async function passExternalStep(
  tx: Tx,
  { userId, mfaEnabled }: { userId: string; mfaEnabled: boolean },
  ctx: RequestContext,
): Promise<SignIn> {
  const knownDevice = await isKnownDevice(tx, { userId, deviceToken: ctx.deviceToken })
  const signIn = await passFirstStep(tx, ctx, { userId, mfaEnabled, amr: ['fed'], knownDevice })
  // The account was ended between the look and this: everything is undone and looked at again.
  if (!signIn) throw new LostRace()
  return signIn
}

/** Records that a sign-in with a provider was refused; `userId` is whose account it would have opened. */
export function auditExternalRefusal(
  db: Db,
  ctx: RequestContext,
  by: { provider?: string; reason: string; userId?: string },
): Promise<void> {
  const { provider, reason, userId = null } = by
  return recordAudit(db, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetType: 'user',
    targetId: userId,
    details: { factor: 'fed', ...(provider && { provider }), reason },
  })
}
