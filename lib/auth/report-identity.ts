import { recordAudit } from '@/lib/audit/record-audit'
import { providerLabel } from '@/lib/external/enabled-providers'
import { tellOwner } from '@/lib/inbox/tell-owner'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** Records that an account of a provider opens somebody's account from now on, or no longer, and mails them: it may not have been them. */
export async function reportIdentity(
  tx: Tx,
  by: { action: 'identity.linked' | 'identity.unlinked'; userId: string; provider: string },
  ctx: RequestContext,
): Promise<void> {
  const { action, userId, provider } = by
  const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  const mail = action === 'identity.linked' ? 'identity_linked' : 'identity_unlinked'
  await tellOwner(tx, { mail, userId, provider: providerLabel(provider), ...seen }, ctx.now)
  await recordAudit(tx, ctx, {
    action,
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { provider },
  })
}
