import { endUnprovenAccess } from '@/lib/auth/end-unproven-access'
import { reportNewPassword } from '@/lib/auth/report-new-password'
import { refuseBadToken } from '@/lib/auth/refuse-bad-token'
import { refuseWeakPassword } from '@/lib/auth/refuse-weak-password'
import { consumeEmailToken, discardEmailTokens, peekEmailToken } from '@/lib/email-tokens/email-token.store'
import { liftEmailLock } from '@/lib/login-guard/lift-email-lock.store'
import { holdFactors } from '@/lib/mfa/factor.store'
import { hashPassword } from '@/lib/passwords/hash-password'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { resetPasswordHash } from '@/lib/users/user.store'

/**
 * Sets a new password with a token out of a mail. The token is consumed, the hash replaced and every session ended in one
 * transaction; of parallel uses one wins. A weak password consumes nothing. It opens no session. Whoever reads the mailbox
 * owns the address, so a pending account becomes verified; an account that nobody had confirmed also loses the second factor and the
 * identities that were connected to it before.
 */
export async function resetPassword(
  input: { token: string; password: string },
  ctx: RequestContext,
): Promise<Outcome> {
  // A look before the hash is made: a wrong token must not buy hash work. The write below decides.
  const owner = await peekEmailToken(db(), { token: input.token, kind: 'reset_password', now: ctx.now })
  if (!owner) return refuseBadToken('password.reset_refused', ctx)
  const weak = refuseWeakPassword(input.password, { email: owner.email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(input.password)
  const reset = await inTransaction(async (tx) => {
    // What a sign-in takes before the user's row; only an account that nobody owned yet loses its factor.
    if (!owner.proven) await holdFactors(tx, owner.userId)
    return resetOnce(tx, { token: input.token, passwordHash }, ctx)
  })
  return reset.ok ? reset : refuseBadToken('password.reset_refused', ctx)
}

async function resetOnce(
  tx: Tx,
  by: { token: string; passwordHash: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const consumed = await consumeEmailToken(tx, { token: by.token, kind: 'reset_password', now: ctx.now })
  if (!consumed) return refuse('invalid_or_expired_token')
  const { userId } = consumed
  if (!(await resetPasswordHash(tx, { ...consumed, passwordHash: by.passwordHash, now: ctx.now })))
    return refuse('invalid_or_expired_token')
  await discardEmailTokens(tx, { userId })
  await liftEmailLock(tx, consumed.email)
  const unproven = consumed.proven ? 0 : await endUnprovenAccess(tx, { userId, now: ctx.now })
  const ended = await revokeSessionsOf(tx, { userId, reason: 'password_reset', now: ctx.now })
  await publish(tx, { type: 'user.changed', userId })
  await reportNewPassword(tx, { action: 'password.reset', userId, sessionsEnded: unproven + ended }, ctx)
  return { ok: true }
}
