import { recordAudit } from '@/lib/audit/record-audit'
import { endUnprovenAccess } from '@/lib/auth/end-unproven-access'
import { needsPassword, type LinkOpener } from '@/lib/auth/needs-password'
import { refuseBadToken } from '@/lib/auth/refuse-bad-token'
import { refuseWeakPassword } from '@/lib/auth/refuse-weak-password'
import { reportNewPassword } from '@/lib/auth/report-new-password'
import { consumeEmailToken, discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import { liftEmailLock } from '@/lib/login-guard/lift-email-lock.store'
import { holdFactors } from '@/lib/mfa/factor.store'
import { hashPassword } from '@/lib/passwords/hash-password'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { findRoleNames } from '@/lib/rbac/role-names.store'
import { registrationSalt } from '@/lib/registration/registration-salt'
import * as links from '@/lib/registration/verification.store'
import { establishSession } from '@/lib/sessions/establish-session'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { presentUser, type PublicUser } from '@/lib/users/public-user'
import { findProfile } from '@/lib/users/user.store'

type Verified = Outcome<{ user: PublicUser; session: IssuedSession | null }>

interface Confirmation {
  token: string
  /** Of the password that came with the link. */
  passwordHash: string | null
  opener: LinkOpener
}

/**
 * Confirms an address with the token of a mailed link. The link confirms the registration that it was sent for; with a password,
 * whoever reads the mailbox chooses the password of the account instead. Refuses `password_required` where the link alone could
 * activate somebody else's password (`needsPassword`), and the link stays good. Whatever could open an account before anybody had
 * proven to own it is ended. In a browser its owner is signed in; the API opens no session.
 */
export async function verifyEmail(
  { token, password }: { token: string; password?: string },
  ctx: RequestContext,
  opener: LinkOpener = 'api',
): Promise<Verified> {
  // A look before the hash is made: a wrong token must not buy hash work. What is read under the lock decides.
  const seen = await links.findVerification(db(), { token, now: ctx.now })
  if (!seen) return refuseBadToken('email.verification_refused', ctx)
  let passwordHash: string | null = null
  if (password !== undefined) {
    const weak = refuseWeakPassword(password, { email: seen.email, pointer: '/password' })
    if (weak) return weak
    passwordHash = await hashPassword(password, registrationSalt(seen.email))
  }
  const verified = await inTransaction(async (tx) => {
    if (!seen.proven) await holdFactors(tx, seen.userId)
    return verifyOnce(tx, { token, passwordHash, opener }, ctx)
  })
  if (verified.ok || verified.code !== 'invalid_or_expired_token') return verified
  return refuseBadToken('email.verification_refused', ctx)
}

async function verifyOnce(tx: Tx, by: Confirmation, ctx: RequestContext): Promise<Verified> {
  const { token, passwordHash, opener } = by
  const link = await links.holdVerification(tx, { token, now: ctx.now })
  if (!link) return refuse('invalid_or_expired_token')
  const { userId, email } = link
  if (passwordHash === null && needsPassword(link, opener)) {
    const action = 'email.verification_refused'
    await audit(tx, ctx, { action, userId, details: { reason: 'password_required' } })
    return refuse('password_required')
  }
  const chosen = passwordHash ?? link.attempt?.passwordHash ?? null
  const activation = { userId, email, passwordHash: chosen, locale: ctx.locale, now: ctx.now }
  const won =
    (await consumeEmailToken(tx, { token, kind: 'verify_email', now: ctx.now })) &&
    (await links.activateVerified(tx, activation))
  if (!won) return refuse('invalid_or_expired_token')
  await endEarlierAccess(tx, link, passwordHash !== null, ctx)
  await publish(tx, { type: 'user.changed', userId })
  const password = passwordHash ? 'chosen' : chosen ? 'registered' : 'kept'
  await audit(tx, ctx, { action: 'email.verified', userId, details: { password } })
  const session =
    opener === 'api' || link.proven
      ? null
      : await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  const profile = await findProfile(tx, userId)
  return { ok: true, user: presentUser(profile!, await findRoleNames(tx, userId)), session }
}

/** An account that had its owner already keeps what opens it, except that a new password ends its sessions, as a reset does. */
async function endEarlierAccess(
  tx: Tx,
  { userId, email, proven }: links.Verification,
  newPassword: boolean,
  ctx: RequestContext,
): Promise<void> {
  if (newPassword) await liftEmailLock(tx, email)
  if (!proven) {
    await endUnprovenAccess(tx, { userId, now: ctx.now })
    await discardEmailTokens(tx, { userId })
  } else if (newPassword) {
    const ended = await revokeSessionsOf(tx, { userId, reason: 'password_reset', now: ctx.now })
    await discardEmailTokens(tx, { userId })
    await reportNewPassword(tx, { action: 'password.reset', userId, sessionsEnded: ended }, ctx)
  } else await discardEmailTokens(tx, { userId, kind: 'verify_email' })
}

function audit(
  tx: Tx,
  ctx: RequestContext,
  by: { action: 'email.verified' | 'email.verification_refused'; userId: string; details: object },
): Promise<void> {
  const { action, userId, details } = by
  const verified = action === 'email.verified'
  return recordAudit(tx, ctx, {
    action,
    outcome: verified ? 'ok' : 'refused',
    ...(verified && { actorId: userId }),
    targetType: 'user',
    targetId: userId,
    details: { ...details },
  })
}
