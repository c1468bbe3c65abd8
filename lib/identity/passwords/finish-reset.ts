import { recordAudit } from '@/lib/audit/record-audit'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Ends the sessions of a user whose password was just reset, audits the reset, and emails the user.
 * `ended` counts sessions that ended before. The caller holds the user's row.
 */
export async function finishReset(
  tx: Tx,
  { userId, ended = 0 }: { userId: string; ended?: number },
  ctx: RequestContext,
): Promise<void> {
  const by = { userId, resetOn: ctx.deviceToken, reason: 'password_reset' } as const
  const sessions = await revokeSessionsOf(tx, by, ctx)
  await notifyOwner(tx, { mail: 'password_changed', userId, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'password.reset',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { sessions_ended: ended + sessions },
  })
}
