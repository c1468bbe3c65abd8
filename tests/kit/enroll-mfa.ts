import { ScureBase32Plugin } from 'otplib'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'

/** The current time of the tests, so that none depends on where in a 30-second step it starts. */
export const NOW = new Date('2026-11-21T12:00:10.000Z')
/** The context of a request, 30 seconds times `steps` after NOW (0 by default). */
export const atStep = (steps: number, overrides: Partial<RequestContext> = {}) =>
  testContext({ now: addSeconds(NOW, steps * 30), ...overrides })

/** The principal of a fresh session of that user. */
export async function signedInPrincipal(
  userId: string,
  ctx = atStep(0),
): Promise<SessionPrincipal> {
  const { sessionId } = await makeSession(userId, ctx)
  return {
    kind: 'session',
    impersonator: null,
    userId,
    sessionId,
    generation: 1,
    authTime: ctx.now,
    roles: ['user'],
    permissions: new Set(),
    limitedTo: null,
  }
}

/** The code of an authenticator app with that secret, 30 seconds times `steps` after NOW. */
export const codeOf = (base32: string, steps: number) =>
  totpCode(new ScureBase32Plugin().decode(base32), totpStep(NOW) + steps)

/** An account without two-step verification, with a session. */
export async function freshUser() {
  const user = await makeUser()
  return { ...user, principal: await signedInPrincipal(user.id) }
}

/** An account that started to set up two-step verification at NOW. */
export async function pendingUser() {
  const user = await freshUser()
  const begun = await setupMfa({ password: PASSWORD }, user.principal, atStep(0))
  if (!begun.ok) throw new Error(begun.code)
  return { ...user, base32: begun.secret }
}

/** An account whose two-step verification was turned on at NOW with the code of that step. */
export async function enrolledUser() {
  const user = await pendingUser()
  const codeAt = (steps: number) => codeOf(user.base32, steps)
  const enabled = await enableMfa({ code: codeAt(0) }, user.principal, atStep(0))
  if (!enabled.ok) throw new Error(enabled.code)
  return { ...user, codeAt, recoveryCodes: enabled.recoveryCodes }
}

/**
 * An account with two-step verification that trusts a browser, on pages: the context of that
 * browser, 30 seconds times `steps` after NOW.
 */
export async function trustingUser() {
  const user = await enrolledUser()
  const ctx = atStep(1, { surface: 'web' })
  const mfaToken = await challengeFor(user.email, ctx)
  const signedIn = await completeSecondStep({ mfaToken, code: user.codeAt(1), trust: true }, ctx)
  if (!signedIn.ok) throw new Error(signedIn.code)
  const { deviceToken } = signedIn.session
  return { ...user, inBrowser: (steps: number) => atStep(steps, { surface: 'web', deviceToken }) }
}

/** The mfa token returned for a correct password. */
export async function challengeFor(email: string, ctx = atStep(0)): Promise<string> {
  const result = await login({ email, password: PASSWORD }, ctx)
  // Otherwise the next attempt, later by the clock of the test, could find this one abandoned.
  await collectedSuccesses().settleNow()
  if (!result.ok) throw new Error(result.code)
  if (!('challenge' in result)) throw new Error('no second step is asked for')
  return result.challenge.mfaToken
}

/** Signs in with password and code, 30 seconds times `steps` after NOW. */
export async function signInWith(email: string, code: string, steps: number) {
  const ctx = atStep(steps)
  return completeSecondStep({ mfaToken: await challengeFor(email, ctx), code }, ctx)
}

/** A code that differs from the three that are accepted at NOW plus `steps`. */
export function wrongCode(codeAt: (steps: number) => string, steps: number): string {
  const right = [-1, 0, 1].map((drift) => codeAt(steps + drift))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
}

/** When a user turned on two-step verification; null while it is off. */
export const enabledAt = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).mfaEnabledAt

/** The active sessions of a user. */
export const aliveOf = async (userId: string) =>
  (await db().sessionFamily.findMany({ where: { userId, revokedAt: null } })).map(({ id }) => id)

/** The audited actions of a user. */
export const actionsOf = async (actorId: string) =>
  (await db().auditRecord.findMany({ where: { actorId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )

/** The queued emails to a user. */
export const mailsTo = async (userId: string) =>
  (await db().job.findMany({ where: { payload: { path: ['userId'], equals: userId } } })).map(
    ({ payload }) => (payload as { mail: string }).mail,
  )
