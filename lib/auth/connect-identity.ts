import { recordAudit } from '@/lib/audit/record-audit'
import { reportIdentity } from '@/lib/auth/report-identity'
import type { ExternalIdentity } from '@/lib/external/handshake'
import {
  findIdentityOwner,
  holdLiveSession,
  linkIdentity,
  listIdentitiesOf,
} from '@/lib/external/identity.store'
import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Connects an identity to the account that asked for it: only while the very session that began it lives and is the one signed in
 * in this browser, so that nobody's provider account ends up at the account of whoever used the browser before. Connecting what
 * is connected already is well. Throws LostRace.
 */
export async function connectIdentity(
  tx: Tx,
  by: {
    identity: ExternalIdentity
    link: { userId: string; sessionId: string }
    visitor: Principal | null
  },
  ctx: RequestContext,
): Promise<Outcome> {
  const { identity, link, visitor } = by
  const { userId, sessionId } = link
  const { provider } = identity
  const refused = async (refusal: Refusal): Promise<Refusal> => {
    await recordAudit(tx, ctx, {
      action: 'identity.link_refused',
      outcome: 'refused',
      actorId: userId,
      targetType: 'user',
      targetId: userId,
      details: { provider, reason: refusal.code },
    })
    return refusal
  }
  if (visitor?.userId !== userId || visitor.sessionId !== sessionId) return refused(refuse('oauth_failed'))
  const { generation } = visitor
  if (!(await holdLiveSession(tx, { userId, sessionId, generation, now: ctx.now })))
    return refused(refuse('session_revoked'))
  const owner = await findIdentityOwner(tx, identity)
  if (owner === userId) return { ok: true }
  if (owner) return refused(refuse('identity_taken'))
  const linked = await listIdentitiesOf(tx, userId)
  if (linked.some((other) => other.provider === provider)) return refused(refuse('conflict'))
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await reportIdentity(tx, { action: 'identity.linked', userId, provider }, ctx)
  return { ok: true }
}
