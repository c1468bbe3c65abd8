import { recordAudit } from '@/lib/audit/record-audit'
import { tellOwner } from '@/lib/inbox/tell-owner'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

const ACTIONS = {
  mfa_enabled: 'mfa.enabled',
  mfa_disabled: 'mfa.disabled',
  recovery_codes_renewed: 'mfa.recovery_codes_renewed',
} as const

/** Records a change of somebody's second factor, and mails them: if it was not them, they must hear of it. */
export async function reportFactorChange(
  tx: Tx,
  by: { change: keyof typeof ACTIONS; userId: string; details?: Record<string, string | number> },
  ctx: RequestContext,
): Promise<void> {
  const { change, userId, details } = by
  const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  await tellOwner(tx, { mail: change, userId, ...seen }, ctx.now)
  await recordAudit(tx, ctx, {
    action: ACTIONS[change],
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details,
  })
}
