import { consumeEmailToken, issueEmailToken } from '@/lib/accounts/email-token.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { forgetDeviceOf } from '@/lib/identity/mfa/trusted-browser.store'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { markItemRead } from '@/lib/messaging/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * The owner of an account says with an emailed link that a sign-in was not theirs. Ends that session
 * only, forgets its device, and returns the token of a password reset, which ends all others. The
 * link is consumed by one conditional write; of concurrent uses one wins.
 */
export async function disownSession(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<Outcome<{ resetToken: string }>> {
  const disowned = await inTransaction((tx) => disownOnce(tx, token, ctx))
  return disowned.ok ? disowned : refuseBadToken('session.disowned', ctx)
}

async function disownOnce(
  tx: Tx,
  token: string,
  ctx: RequestContext,
): Promise<Outcome<{ resetToken: string }>> {
  const { now } = ctx
  const consumed = await consumeEmailToken(tx, { token, kind: 'disown_session', now })
  if (!consumed?.sessionId) return refuse('invalid_or_expired_token')
  const { userId, email, sessionId } = consumed
  const reason = 'revoked_by_owner'
  const ended = (await revokeSession(tx, { sessionId, userId, reason }, ctx)) !== null
  await forgetDeviceOf(tx, { userId, sessionId })
  // An unread notice would hide the next sign-in from the same device and address.
  if (await markItemRead(tx, { id: sessionId, userId, now }))
    await publishInboxChanged(tx, [{ userId, reason: 'read', itemId: sessionId }])
  await recordAudit(tx, ctx, {
    action: 'session.disowned',
    outcome: 'ok',
    actorId: userId,
    targetId: sessionId,
    details: { ended },
  })
  const resetToken = await issueEmailToken(tx, { userId, kind: 'reset_password', email }, now)
  return { ok: true, resetToken }
}
