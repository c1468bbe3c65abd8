import { findEmailChange } from '@/lib/accounts/email-change.store'
import { type Credentials, findCredentials, hasPassword } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { admitPasswordWork, verifyPassword } from '@/lib/identity/passwords/password-hash'
import { findAuthentication, findDeviceOfSession } from '@/lib/identity/sessions/session.store'
import {
  maxAgeOf,
  type ProtectedAct,
  type SensitiveAct,
} from '@/lib/identity/sign-in/protected-acts'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { deviceHash, isKnownDevice } from '@/lib/protection/login-guard/known-device.store'
import { reserveOwnAttempt, settleAttempt } from '@/lib/protection/login-guard/login-guard'

/*
 * Which check a protected act needs (protected-acts.ts). Each accepts the password, except the
 * first. "Recent" is as old as the act's level allows: 12 hours for sensitive acts, 10 minutes for
 * critical ones, by default.
 *
 * | check                | accepts as well                          | for                         |
 * | -------------------- | ---------------------------------------- | --------------------------- |
 * | checkSensitiveAct    | a recent sign-in or passkey; no password | sensitive acts: `act` of a  |
 * |                      |                                          | route or form               |
 * | checkRecentSignIn    | a recent sign-in or passkey              | critical acts, if no row    |
 * |                      |                                          | below applies               |
 * | checkRecentPassword  | a recent sign-in by password or passkey  | adding a passkey, which can |
 * |                      |                                          | replace the password later  |
 * | checkOwner           | a recent passkey; without a password, a  | email, setup of two-step    |
 * |                      | recent sign-in                           | verification, deletion      |
 * | checkOwnerPassword   | nothing                                  | turning it off; connecting  |
 * |                      |                                          | a provider                  |
 * | checkCurrentPassword | nothing; the caller records the refusal  | changing the password       |
 */

/**
 * How a user proves that the account is theirs: with its password, with a recent sign-in or
 * passkey, or only by signing in again or with a passkey.
 */
export type ReauthMethod = 'password' | 'recent' | 'sign-in'

/** What the user's account forms need to know. */
export interface OwnAccountState {
  proof: ReauthMethod
  hasPassword: boolean
  /** The pending email change. */
  emailChange: { newEmail: string; expiresAt: Date } | null
}

/** What the signed-in user's forms must ask for, and what is pending. */
export async function findOwnAccountState(principal: SessionPrincipal): Promise<OwnAccountState> {
  const at = now()
  const has = await hasPassword(db(), principal.userId)
  const recent = has ? await hasRecentPasskey(principal, at) : await isRecentSignIn(principal, at)
  return {
    proof: recent ? 'recent' : has ? 'password' : 'sign-in',
    hasPassword: has,
    emailChange: await findEmailChange(db(), principal.userId, at),
  }
}

/** What the form of an act must ask for that `checkRecentSignIn` protects. */
export async function findReauthMethod(actor: SessionPrincipal, at: Date): Promise<ReauthMethod> {
  if (await isRecentSignIn(actor, at)) return 'recent'
  return (await hasPassword(db(), actor.userId)) ? 'password' : 'sign-in'
}

/** What the form of an act must ask for that `checkRecentPassword` protects. */
export async function findPasswordMethod(actor: SessionPrincipal, at: Date): Promise<ReauthMethod> {
  if (await hasRecentPassword(actor, at)) return 'recent'
  return (await hasPassword(db(), actor.userId)) ? 'password' : 'sign-in'
}

interface OwnerProof {
  password: string | undefined
  /** The action that an incorrect password is audited as. */
  refusedAction: keyof typeof ACT_OF
}

/** The act that each audited refusal is about. */
const ACT_OF = {
  'api_key.proof_refused': 'api_key',
  'email.change_refused': 'email',
  'identity.link_refused': 'identity',
  'identity.unlink_refused': 'identity',
  'impersonation.proof_refused': 'impersonation',
  'mfa.disable_refused': 'mfa',
  'mfa.renewal_refused': 'mfa',
  'mfa.setup_refused': 'mfa',
  'passkey.proof_refused': 'passkey',
  'settings.proof_refused': 'settings',
  'user.deletion_refused': 'account_deletion',
  'user.erasure_refused': 'account_erasure',
  'user.invitation_link_refused': 'invitation_link',
} as const satisfies Record<string, ProtectedAct>

/**
 * Refuses with `reauthentication_required` without a recent credential: a sign-in within the last
 * ten minutes (critical acts, protected-acts.ts), or the password. An incorrect password is audited
 * as `refusedAction` and charged to the login guard.
 */
export async function checkRecentSignIn(
  actor: SessionPrincipal,
  proof: OwnerProof,
  ctx: RequestContext,
): Promise<Refusal | null> {
  return (await isRecentSignIn(actor, ctx.now)) ? null : checkProof(actor, proof, ctx)
}

/**
 * The same before something that can replace the password later, such as a new passkey: for an
 * account that has a password, only a recent sign-in with it or with a passkey counts. An emailed
 * code or a provider would otherwise become the password.
 */
export async function checkRecentPassword(
  actor: SessionPrincipal,
  proof: OwnerProof,
  ctx: RequestContext,
): Promise<Refusal | null> {
  return (await hasRecentPassword(actor, ctx.now)) ? null : checkProof(actor, proof, ctx)
}

async function checkProof(
  actor: SessionPrincipal,
  { password, refusedAction }: OwnerProof,
  ctx: RequestContext,
): Promise<Refusal | null> {
  if (!password)
    return refuse('reauthentication_required', { maxAgeSeconds: maxAgeOf(ACT_OF[refusedAction]) })
  const credentials = await findCredentials(db(), actor.userId)
  if (!credentials) return refuse('session_revoked')
  return checkOwner(credentials, { password, refusedAction }, actor, ctx)
}

/**
 * Refuses unless the signed-in user proves that the account is theirs, before something that a
 * hijacked session must not do: with the password, or with a passkey within the last ten minutes,
 * or with a sign-in within that time if the account has no password (RFC 9470:
 * `reauthentication_required`). An incorrect password is audited as `refusedAction` and charged to
 * the login guard.
 */
export async function checkOwner(
  user: Credentials,
  by: OwnerProof,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  if (user.passwordHash) {
    const proven = !by.password && (await hasRecentPasskey(principal, ctx.now))
    return proven ? null : checkOwnerPassword(user, by, principal, ctx)
  }
  if (await isRecentSignIn(principal, ctx.now)) return null
  return refuse('reauthentication_required', { maxAgeSeconds: maxAgeOf(ACT_OF[by.refusedAction]) })
}

const NEVER_RECENT =
  'This needs a recent sign-in, which an API key never has. Sign in and use an access token.'

/**
 * Why the caller may not perform a sensitive act now, or null: the sign-in is too old, or it is an
 * API key, which never counts as a recent sign-in. Without I/O unless the sign-in is old: then a
 * passkey may have been proved since. In a trusted browser, the password of the sign-in counts.
 */
export async function checkSensitiveAct(
  principal: Principal,
  act: SensitiveAct | undefined,
  now: Date,
): Promise<Refusal | null> {
  if (act === undefined) return null
  if (principal.kind === 'key') return refuse('session_required', { detail: NEVER_RECENT })
  const seconds = maxAgeOf(act)
  return isOlder(principal.authTime, seconds, now) ? checkStored(principal, seconds, now) : null
}

async function checkStored(
  { sessionId }: SessionPrincipal,
  maxAgeSeconds: number,
  now: Date,
): Promise<Refusal | null> {
  const last = await findAuthentication(db(), sessionId)
  if (last && !isOlder(last.authTime, maxAgeSeconds, now)) return null
  return refuse('reauthentication_required', { maxAgeSeconds })
}

function isOlder(authTime: Date, seconds: number, now: Date): boolean {
  return now.getTime() - authTime.getTime() >= seconds * 1000
}

/**
 * Whether the user's last credential is too old for a step that gives someone access to the account
 * (RFC 9470). A sign-in without its second step, in a trusted browser, never counts.
 */
export function needsRecentSignIn(
  principal: Pick<SessionPrincipal, 'authTime' | 'trustedBrowser'>,
  now: Date,
): boolean {
  if (principal.trustedBrowser) return true
  return isOlder(principal.authTime, settings().reauth.criticalSeconds, now)
}

/**
 * Whether the user signed in, or proved the account with a passkey, within the last ten minutes.
 */
export async function isRecentSignIn(principal: SessionPrincipal, now: Date): Promise<boolean> {
  return !needsRecentSignIn(principal, now) || hasRecentPasskey(principal, now)
}

/**
 * Whether this session used a passkey, with its user verified, within the last ten minutes: at
 * sign-in or to prove the account again.
 */
async function hasRecentPasskey({ sessionId }: SessionPrincipal, now: Date): Promise<boolean> {
  const last = await findAuthentication(db(), sessionId)
  return last !== null && !needsRecentSignIn(last, now) && usedPasskey(last.amr)
}

const usedPasskey = (amr: string[]) => amr.includes('hwk') && amr.includes('user')

/**
 * Whether the user signed in within the last ten minutes with the password or a passkey, or in any
 * way if the account has no password.
 */
export async function hasRecentPassword(principal: SessionPrincipal, now: Date): Promise<boolean> {
  if (!(await isRecentSignIn(principal, now))) return false
  const last = await findAuthentication(db(), principal.sessionId)
  if (last && (last.amr.includes('pwd') || usedPasskey(last.amr))) return true
  return !(await hasPassword(db(), principal.userId))
}

/**
 * Refuses without the account's password, if it has one, before something that a hijacked session
 * must not do: with `validation_failed` when none was given. An incorrect one is audited.
 */
export async function checkOwnerPassword(
  user: Credentials,
  by: OwnerProof,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  if (!by.password)
    return refuse('validation_failed', { errors: [fieldError(['password'], 'required')] })
  const refusal = await checkCurrentPassword(user, by.password, principal, ctx)
  if (refusal)
    await recordAudit(db(), ctx, {
      action: by.refusedAction,
      outcome: 'refused',
      actorId: user.id,
      targetId: user.id,
      details: { reason: refusal.code },
    })
  return refusal
}

/**
 * Asks a signed-in user for their password again. Guesses are charged to the same budgets as at
 * sign-in, so that a hijacked session can't bypass the login guard.
 */
export function checkCurrentPassword(
  user: Credentials,
  password: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  return admitPasswordWork(() => check(user, password, principal, ctx))
}

async function check(
  user: Credentials,
  password: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  const reserved = await reserveOwnAttempt(user.email, await deviceOf(principal, ctx), ctx)
  if (!reserved.ok) return reserved
  try {
    const { matches } = await verifyPassword(password, user.passwordHash)
    await settleAttempt(reserved.reservation, matches ? 'succeeded' : 'failed')
    return matches ? null : refuse('invalid_credentials')
  } catch (error) {
    await settleAttempt(reserved.reservation, 'released').catch(() => undefined)
    throw error
  }
}

/**
 * The device whose budget pays for a signed-in user's attempt: that of the session, even if the
 * client doesn't send its token. A lock that strangers caused must not stop the user here.
 */
async function deviceOf(
  { userId, sessionId }: SessionPrincipal,
  { deviceToken }: RequestContext,
): Promise<Buffer | null> {
  if (deviceToken && (await isKnownDevice(db(), { userId, deviceToken })))
    return deviceHash(deviceToken)
  return findDeviceOfSession(db(), sessionId)
}
