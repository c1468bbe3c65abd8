import type { SignIn } from '@/lib/auth/pass-first-step'
import type { ActionDone } from '@/lib/web/action-done'
import { mfaSetCookie } from '@/lib/web/mfa-cookie'
import { HOME, nextPathOrHome, safeNextPath } from '@/lib/web/safe-redirect'

/**
 * Where a first step leads in a browser: with the session's cookies to `next`, if that is safe, else to the dashboard; or with
 * the challenge in a cookie to the second step, which remembers `next`.
 */
export function signInDone(signIn: SignIn, next: unknown): ActionDone {
  return 'session' in signIn
    ? { redirect: nextPathOrHome(next), session: signIn.session }
    : { redirect: secondStepPath(next), cookies: [mfaSetCookie(signIn.challenge)] }
}

/** The page of the second step, remembering where the person wanted to go; with `recovery` it asks for a recovery code. */
export function secondStepPath(next: unknown, recovery = false): string {
  const wanted = safeNextPath(next)
  const query = new URLSearchParams({
    ...(recovery && { use: 'recovery' }),
    ...(wanted !== null && wanted !== HOME && { next: wanted }),
  }).toString()
  return query ? `/auth/mfa?${query}` : '/auth/mfa'
}
