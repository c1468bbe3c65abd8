import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { HOME, nextPathOrHome, safeNextPath } from '@/lib/web/safe-redirect'
import { mfaCookie } from '@/lib/web/sign-in-cookies'

/**
 * The response to the first step of a sign-in: with the session's cookies to `next` if it is safe,
 * otherwise to the dashboard; or, with the challenge in a cookie, to two-step verification, which
 * keeps `next`.
 */
export function signInSuccess(signIn: SignIn, next: unknown): ActionSuccess {
  if ('session' in signIn) return { redirect: nextPathOrHome(next), session: signIn.session }
  const { mfaToken, expiresInSeconds } = signIn.challenge
  return { redirect: secondStepPath(next), cookies: [mfaCookie.set(mfaToken, expiresInSeconds)] }
}

/**
 * The two-step verification page, with the page to return to; with `recovery` it asks for a
 * recovery code.
 */
export function secondStepPath(next: unknown, recovery = false): string {
  const wanted = safeNextPath(next)
  const query = new URLSearchParams({
    ...(recovery && { use: 'recovery' }),
    ...(wanted !== null && wanted !== HOME && { next: wanted }),
  }).toString()
  return query ? `/auth/mfa?${query}` : '/auth/mfa'
}
