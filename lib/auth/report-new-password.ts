import { recordAudit } from '@/lib/audit/record-audit'
import { tellOwner } from '@/lib/inbox/tell-owner'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** Records that somebody's password is another one now, and mails them: if it was not them, they must hear of it. */
export async function reportNewPassword(
  tx: Tx,
  by: { action: 'password.changed' | 'password.reset'; userId: string; sessionsEnded: number },
  ctx: RequestContext,
): Promise<void> {
  const { userId } = by
  const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  await tellOwner(tx, { mail: 'password_changed', userId, ...seen }, ctx.now)
  await recordAudit(tx, ctx, {
    action: by.action,
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { sessions_ended: by.sessionsEnded },
  })
}
