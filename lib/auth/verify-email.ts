import { recordAudit } from '@/lib/audit/record-audit'
import { refuseBadToken } from '@/lib/auth/refuse-bad-token'
import { consumeEmailToken, discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { findRoleNames } from '@/lib/rbac/role-names.store'
import { presentUser, type PublicUser } from '@/lib/users/public-user'
import { activateVerifiedUser } from '@/lib/users/user.store'

/** Consumes a verification token: the address is confirmed and a pending account becomes active. It opens no session. */
export async function verifyEmail(
  input: { token: string },
  ctx: RequestContext,
): Promise<Outcome<{ user: PublicUser }>> {
  const verified = await inTransaction((tx) => verifyOnce(tx, input.token, ctx))
  return verified.ok ? verified : refuseBadToken('email.verification_refused', ctx)
}

async function verifyOnce(
  tx: Tx,
  token: string,
  ctx: RequestContext,
): Promise<Outcome<{ user: PublicUser }>> {
  const consumed = await consumeEmailToken(tx, { token, kind: 'verify_email', now: ctx.now })
  const user = consumed && (await activateVerifiedUser(tx, { ...consumed, now: ctx.now }))
  if (!user) return refuse('invalid_or_expired_token')
  await discardEmailTokens(tx, { userId: user.id, kind: 'verify_email' })
  await publish(tx, { type: 'user.changed', userId: user.id })
  await recordAudit(tx, ctx, {
    action: 'email.verified',
    outcome: 'ok',
    actorId: user.id,
    targetType: 'user',
    targetId: user.id,
  })
  return { ok: true, user: presentUser(user, await findRoleNames(tx, user.id)) }
}
