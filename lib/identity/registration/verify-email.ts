import { findRoleNames } from '@/lib/access/user-roles.store'
import { consumeEmailToken, discardEmailTokens } from '@/lib/accounts/email-token.store'
import * as links from '@/lib/accounts/email-verification.store'
import { findVerification, type Verification } from '@/lib/accounts/email-verification.store'
import { presentUser, type PublicUser } from '@/lib/accounts/user-fields'
import { findProfile } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import { finishReset } from '@/lib/identity/passwords/finish-reset'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { registrationSalt } from '@/lib/identity/registration/register'
import { queueRegistrationNotice } from '@/lib/identity/registration/registration.jobs'
import { endUnprovenAccess } from '@/lib/identity/registration/unproven-access'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { publish } from '@/lib/platform/bus/bus'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { liftEmailLock } from '@/lib/protection/login-guard/login-guard.store'

/**
 * What the page of a verification link shows: the address that it confirms and whether it asks for
 * a password. Null when the link is unknown, used or expired. Nothing is consumed.
 */
export async function inspectVerification(
  by: { token: string; now: Date },
  opener: LinkOpener,
): Promise<{ email: string; asksPassword: boolean } | null> {
  const link = await findVerification(db(), by)
  return link && { email: link.email, asksPassword: needsPassword(link, opener) }
}

/** `awaitsApproval`: an administrator has to approve the account before its owner can sign in. */
type Verified = Outcome<{
  user: PublicUser
  awaitsApproval: boolean
  session: IssuedSession | null
}>

interface Confirmation {
  token: string
  /** The hash of the password that came with the link. */
  passwordHash: string | null
  opener: LinkOpener
}

/**
 * Confirms an address with an emailed token. The link confirms the registration that it was sent
 * for; if a password is given, it becomes the account's password instead, because it comes from the
 * person who can read the mailbox. Refuses with `password_required` when the link alone could
 * activate someone else's password (`needsPassword`); the link then stays valid. Everything that
 * could open the account before its ownership was proven is removed. In a browser the owner is
 * signed in, unless the account needs approval; the API creates no session.
 */
export async function verifyEmail(
  { token, password }: { token: string; password?: string },
  ctx: RequestContext,
  opener: LinkOpener = 'api',
): Promise<Verified> {
  // Checked before hashing, so that an invalid token can't cause hash work. What is read under the
  // lock decides.
  const seen = await links.findVerification(db(), { token, now: ctx.now })
  if (!seen) return refuseBadToken('email.verification_refused', ctx)
  let passwordHash: string | null = null
  if (password !== undefined) {
    const weak = checkPasswordStrength(password, { email: seen.email, pointer: '/password' })
    if (weak) return weak
    passwordHash = await hashPassword(password, registrationSalt(seen.email))
  }
  const verified = await inTransaction(async (tx) => {
    if (!seen.proven) await lockPlantedAccess(tx, { userId: seen.userId })
    return verifyOnce(tx, { token, passwordHash, opener }, ctx)
  })
  if (verified.ok || verified.code !== 'invalid_or_expired_token') return verified
  return refuseBadToken('email.verification_refused', ctx)
}

async function verifyOnce(tx: Tx, by: Confirmation, ctx: RequestContext): Promise<Verified> {
  const { token, passwordHash, opener } = by
  const link = await links.lockVerificationForUpdate(tx, { token, now: ctx.now })
  if (!link) return refuse('invalid_or_expired_token')
  const { userId, email } = link
  if (passwordHash === null && needsPassword(link, opener)) {
    await recordAudit(tx, ctx, {
      action: 'email.verification_refused',
      outcome: 'refused',
      targetId: userId,
      details: { reason: 'password_required' },
    })
    return refuse('password_required')
  }
  const chosen = passwordHash ?? link.attempt?.passwordHash ?? null
  const activation = { userId, email, passwordHash: chosen, locale: ctx.locale, now: ctx.now }
  const status =
    (await consumeEmailToken(tx, { token, kind: 'verify_email', now: ctx.now })) &&
    (await links.activateVerified(tx, activation))
  if (!status) return refuse('invalid_or_expired_token')
  const awaitsApproval = status === 'pending'
  if (awaitsApproval) await queueRegistrationNotice(tx, { userId, after: null }, ctx.now)
  await endEarlierAccess(tx, link, passwordHash !== null, ctx)
  await publish(tx, { type: 'user.changed', userId })
  const password = passwordHash ? 'chosen' : chosen ? 'registered' : 'kept'
  await recordAudit(tx, ctx, {
    action: 'email.verified',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { password },
  })
  const session =
    opener === 'api' || link.proven || awaitsApproval
      ? null
      : await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  const profile = await findProfile(tx, userId)
  const user = presentUser(profile!, await findRoleNames(tx, userId))
  return { ok: true, user, awaitsApproval, session }
}

/**
 * An account that already had an owner keeps its sign-in methods, except that a new password signs
 * out its sessions, like a reset does.
 */
async function endEarlierAccess(
  tx: Tx,
  { userId, email, proven }: links.Verification,
  newPassword: boolean,
  ctx: RequestContext,
): Promise<void> {
  if (newPassword) await liftEmailLock(tx, email)
  if (!proven) {
    await endUnprovenAccess(tx, { userId }, ctx)
    await discardEmailTokens(tx, { userId })
  } else if (newPassword) {
    await discardEmailTokens(tx, { userId })
    await finishReset(tx, { userId }, ctx)
  } else await discardEmailTokens(tx, { userId, kind: 'verify_email' })
}

/**
 * Who opens a verification link: an API client, or a browser with the secret of its registration
 * cookie, if it has one.
 */
type LinkOpener = 'api' | { browser: string | null }

/**
 * Whether a link only confirms together with a password. Without one it would activate a
 * registration's password, so it must be clear whose that is: the only registration ever made of
 * the address, of an account with no role beyond `user`. A browser must also be the one that
 * registered; otherwise a user who never registered could activate a stranger's password with one
 * click. A new address of an account that already has an owner needs no password.
 */
function needsPassword({ proven, plain, attempt }: Verification, opener: LinkOpener): boolean {
  if (proven) return false
  if (!attempt?.sole || !plain) return true
  return opener !== 'api' && !registeredIn(opener.browser, attempt.browserHash)
}

function registeredIn(browser: string | null, browserHash: Uint8Array | null): boolean {
  return browser !== null && browserHash !== null && equalBytes(sha256(browser), browserHash)
}
