import {
  consumeEmailToken,
  discardEmailTokens,
  peekEmailToken,
} from '@/lib/accounts/email-token.store'
import { findCredentials, resetPasswordHash } from '@/lib/accounts/user.store'
import { findWaitingRegistration } from '@/lib/accounts/waiting-registration.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import { finishReset } from '@/lib/identity/passwords/finish-reset'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { queueRegistrationNotice } from '@/lib/identity/registration/registration.jobs'
import { endUnprovenAccess } from '@/lib/identity/registration/unproven-access'
import {
  findDoubtful,
  lockDoubtful,
  removedAny,
  removePlantedAccess,
} from '@/lib/identity/sessions/planted-access'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'
import { liftEmailLock } from '@/lib/protection/login-guard/login-guard.store'

/**
 * Queues a reset email. The worker looks the address up, so that neither the response nor its
 * timing reveals whether it exists.
 */
export async function forgotPassword(
  input: { email: string; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await verifyBotCheck(
    { token: input.botcheckToken, action: 'forgot_password' },
    ctx,
  )
  if (notHuman) return notHuman
  await inTransaction(async (tx) => {
    await queueMail(tx, { mail: 'reset_password', email: input.email }, ctx.now)
    await recordAudit(tx, ctx, {
      action: 'password.reset_requested',
      outcome: 'ok',
      details: { email: input.email },
    })
  })
  return { ok: true }
}

/**
 * Emails the signed-in user a link to choose a password, which is how an account gets its first
 * one. It goes to the account's own address, so that a hijacked session can't set a password.
 */
export async function sendPasswordLink(
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  await queueMail(db(), { mail: 'reset_password', email: user.email }, ctx.now)
  return { ok: true }
}

/**
 * Sets a new password with an emailed token. The token is consumed, the hash replaced and every
 * session revoked in one transaction; of concurrent uses one wins. A weak password consumes
 * nothing. Creates no session. Access to the mailbox proves ownership of the address, so a pending
 * account becomes verified, and active unless it needs approval; an account that no one had proven
 * to own, such as an imported one, also loses all that was added to it (`endUnprovenAccess`). A
 * reset that completes the disowning of a session also removes what was added to the account since
 * that session began.
 */
export async function resetPassword(
  input: { token: string; password: string },
  ctx: RequestContext,
): Promise<Outcome> {
  // Checked before hashing, so that an invalid token can't cause hash work. The write below
  // decides.
  const owner = await peekEmailToken(db(), {
    token: input.token,
    kind: 'reset_password',
    now: ctx.now,
  })
  if (!owner) return refuseBadToken('password.reset_refused', ctx)
  const weak = checkPasswordStrength(input.password, { email: owner.email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(input.password)
  const reset = await inTransaction(async (tx) => {
    // Only an account that no one had proven to own, or a session of which was disowned, loses
    // sign-in methods.
    const { userId, sessionId, proven } = owner
    if (!proven) await lockPlantedAccess(tx, { userId })
    else if (sessionId) await lockDoubtful(tx, { userId, sessionId })
    return resetOnce(tx, { token: input.token, passwordHash }, ctx)
  })
  return reset.ok ? reset : refuseBadToken('password.reset_refused', ctx)
}

async function resetOnce(
  tx: Tx,
  by: { token: string; passwordHash: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const consumed = await consumeEmailToken(tx, {
    token: by.token,
    kind: 'reset_password',
    now: ctx.now,
  })
  if (!consumed) return refuse('invalid_or_expired_token')
  const { userId } = consumed
  if (!(await resetPasswordHash(tx, { ...consumed, passwordHash: by.passwordHash, now: ctx.now })))
    return refuse('invalid_or_expired_token')
  await discardEmailTokens(tx, { userId })
  await liftEmailLock(tx, consumed.email)
  if (consumed.sessionId) await finishDisowning(tx, { userId, sessionId: consumed.sessionId }, ctx)
  const ended = consumed.proven ? 0 : await endUnprovenAccess(tx, { userId }, ctx)
  if (await findWaitingRegistration(tx, userId))
    await queueRegistrationNotice(tx, { userId, after: null }, ctx.now)
  await publish(tx, { type: 'user.changed', userId })
  await finishReset(tx, { userId, ended }, ctx)
  return { ok: true }
}

/** Until this reset, the earlier password worked, and more could be added with it. */
async function finishDisowning(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  ctx: RequestContext,
): Promise<void> {
  const by = { userId, sessionId, resetFollows: true, now: ctx.now }
  const doubtful = await findDoubtful(tx, by)
  if (!doubtful) return
  const removed = await removePlantedAccess(tx, { userId, doubtful }, ctx)
  if (!removedAny(removed)) return
  await recordAudit(tx, ctx, {
    action: 'session.disowned',
    outcome: 'ok',
    actorId: userId,
    targetId: sessionId,
    details: { ended: false, sessions_ended: 0, address_changed: false, ...removed },
  })
}
