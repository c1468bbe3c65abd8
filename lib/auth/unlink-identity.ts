import { recordAudit } from '@/lib/audit/record-audit'
import { enabledProviders } from '@/lib/external/enabled-providers'
import { unlinkUnlessLast } from '@/lib/external/identity.store'
import { deleteHandoffsOf } from '@/lib/external/oauth-handoff.store'
import { reportIdentity } from '@/lib/auth/report-identity'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Disconnects a provider from the signed-in person's account. The last way in stays: without a password there must be another
 * provider that is enabled here (`last_way_in`).
 */
export function unlinkIdentity(
  input: { provider: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { userId } = principal
  const { provider } = input
  return inTransaction(async (tx) => {
    const done = await unlinkUnlessLast(tx, { userId, provider, usable: enabledProviders() })
    if (done === 'not_linked') return refuse('not_found')
    if (done === 'last') {
      await recordAudit(tx, ctx, {
        action: 'identity.unlink_refused',
        outcome: 'refused',
        actorId: userId,
        targetType: 'user',
        targetId: userId,
        details: { provider, reason: 'last_way_in' },
      })
      return refuse('last_way_in')
    }
    await deleteHandoffsOf(tx, { userId, provider })
    await reportIdentity(tx, { action: 'identity.unlinked', userId, provider }, ctx)
    return { ok: true }
  })
}
