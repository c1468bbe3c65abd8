import { recordAudit } from '@/lib/audit/record-audit'
import { discardLinksShownSince } from '@/lib/identity/sessions/planted-work.store'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Ends the sessions of a user whose password was just reset, and the invitation links that they
 * copied: someone who knew the old password may have them, and the user can copy new ones. Imports,
 * bulk actions, and notifications go on: most resets follow a forgotten password. Audits the reset
 * and emails the user. `ended` counts sessions that ended before. The caller holds the user's row.
 */
export async function finishReset(
  tx: Tx,
  { userId, ended = 0 }: { userId: string; ended?: number },
  ctx: RequestContext,
): Promise<void> {
  const by = { userId, resetOn: ctx.deviceToken, reason: 'password_reset' } as const
  const sessions = await revokeSessionsOf(tx, by, ctx)
  const links = await discardLinksShownSince(tx, { userId, since: new Date(0) })
  await notifyOwner(tx, { mail: 'password_changed', userId, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'password.reset',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: {
      sessions_ended: ended + sessions,
      ...(links > 0 && { invitation_links_ended: links }),
    },
  })
}
