import { findEmailChange } from '@/lib/accounts/email-change.store'
import { type Credentials, findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { hasPassword } from '@/lib/identity/account/own-data.store'
import { admitPasswordWork, verifyPassword } from '@/lib/identity/passwords/password-hash'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { reserveAttempt, settleAttempt } from '@/lib/protection/login-guard/login-attempts'

/**
 * How somebody shows that the account is theirs: by its password, by having signed in just now, or
 * only by signing in again.
 */
export type ReauthMethod = 'password' | 'recent' | 'sign-in'

/** What the forms about one's own account have to know. */
export interface OwnAccountState {
  proof: ReauthMethod
  hasPassword: boolean
  /** The change of address that waits for its link. */
  emailChange: { newEmail: string; expiresAt: Date } | null
}

/** What the signed-in person's forms have to ask for, and what waits. */
export async function findOwnAccountState(
  principal: Principal,
  at: Date = now(),
): Promise<OwnAccountState> {
  const has = await hasPassword(db(), principal.userId)
  const recent = !needsRecentSignIn(principal, at)
  return {
    proof: has ? 'password' : recent ? 'recent' : 'sign-in',
    hasPassword: has,
    emailChange: await findEmailChange(db(), principal.userId, at),
  }
}

/** What somebody has to show before a step that needs a credential given just now. */
export async function findReauthMethod(actor: Principal, at: Date): Promise<ReauthMethod> {
  if (!needsRecentSignIn(actor, at)) return 'recent'
  return (await hasPassword(db(), actor.userId)) ? 'password' : 'sign-in'
}

/**
 * Asks for a credential given just now: a sign-in of the last ten minutes, or the password. Refuses
 * `reauthentication_required` without either; a wrong password is recorded as `refusedAction` and
 * charged to the login guard.
 */
export async function requireRecentSignIn(
  actor: Principal,
  { password, refusedAction }: { password: string | undefined; refusedAction: string },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!needsRecentSignIn(actor, ctx.now)) return { ok: true }
  if (!password) return refuse('reauthentication_required', { maxAgeSeconds: RECENT_SECONDS })
  const credentials = await findCredentials(db(), actor.userId)
  if (!credentials) return refuse('session_revoked')
  return reauthenticate(credentials, { password, refusedAction }, actor, ctx)
}

/**
 * Asks a signed-in person to show that the account is theirs before something that a borrowed
 * session must not do: by the password, or where the account has none by a sign-in of the last ten
 * minutes (RFC 9470: `reauthentication_required`). A wrong password is recorded as `refusedAction`
 * and charged to the login guard.
 */
export async function reauthenticate(
  user: Credentials,
  by: { password: string | undefined; refusedAction: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  if (user.passwordHash) return checkOwnerPassword(user, by, ctx)
  if (!needsRecentSignIn(principal, ctx.now)) return { ok: true }
  return refuse('reauthentication_required', { maxAgeSeconds: RECENT_SECONDS })
}

/** For how long a credential counts as just given, in seconds. */
export const RECENT_SECONDS = 600

/**
 * Whether the person gave their last credential too long ago for a step that opens the account to
 * somebody (RFC 9470).
 */
export function needsRecentSignIn(principal: Pick<Principal, 'authTime'>, now: Date): boolean {
  return now.getTime() - principal.authTime.getTime() >= RECENT_SECONDS * 1000
}

/**
 * Asks the owner of an account that has a password for it before what a borrowed session must not
 * do; a wrong one is recorded. Refuses with `validation_failed` when none was given.
 */
export async function checkOwnerPassword(
  user: Credentials,
  by: { password: string | undefined; refusedAction: string },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!by.password)
    return refuse('validation_failed', { errors: [fieldError(['password'], 'required')] })
  const checked = await checkCurrentPassword(user, by.password, ctx)
  if (!checked.ok)
    await recordAudit(db(), ctx, {
      action: by.refusedAction,
      outcome: 'refused',
      actorId: user.id,
      targetType: 'user',
      targetId: user.id,
      details: { reason: checked.code },
    })
  return checked
}

/**
 * Asks a signed-in person for their password once more. Guesses are charged like those at sign-in,
 * to the same budgets, so that a borrowed session is no way around the login guard.
 */
export function checkCurrentPassword(
  user: Credentials,
  password: string,
  ctx: RequestContext,
): Promise<Outcome> {
  return admitPasswordWork(() => check(user, password, ctx))
}

async function check(user: Credentials, password: string, ctx: RequestContext): Promise<Outcome> {
  const reserved = await reserveAttempt(user.email, ctx)
  if (!reserved.ok) return reserved
  try {
    const { matches } = await verifyPassword(password, user.passwordHash)
    await settleAttempt(reserved.reservation, matches ? 'succeeded' : 'failed')
    return matches ? { ok: true } : refuse('invalid_credentials')
  } catch (error) {
    await settleAttempt(reserved.reservation, 'released').catch(() => undefined)
    throw error
  }
}
