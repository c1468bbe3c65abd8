import { recordAudit } from '@/lib/audit/record-audit'
import { discardEmailChange } from '@/lib/email-tokens/email-change.store'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Takes back the change of address that one asked for: its link is dead. Done also where there is none. */
export function cancelEmailChange(principal: Principal, ctx: RequestContext): Promise<Outcome> {
  const { userId } = principal
  return inTransaction(async (tx) => {
    if (await discardEmailChange(tx, userId))
      await recordAudit(tx, ctx, {
        action: 'email.change_cancelled',
        outcome: 'ok',
        actorId: userId,
        targetType: 'user',
        targetId: userId,
      })
    return { ok: true }
  })
}
