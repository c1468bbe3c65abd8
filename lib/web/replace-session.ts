import type { SessionCookies } from '@/lib/http/session-cookies'
import { logout } from '@/lib/identity/sign-in/logout'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Signs out of the session that a sign-in replaces in this browser, of the same or of another user:
 * without its cookies, no one could sign out of it here anymore, and copies of them would go on
 * (ASVS 7.2.4). Only the session that this request presented: a tab that signed in meanwhile keeps
 * its own, because it may be its cookies that the browser stores last. What opened no session (a
 * refusal, a first step) ends none.
 */
export async function replaceSession<T extends object>(
  outcome: Outcome<T>,
  { cookies, ctx }: { cookies: SessionCookies; ctx: RequestContext },
): Promise<Outcome<T>> {
  if (!outcome.ok || !openedSession(outcome)) return outcome
  // The session kept aside while viewing as another user is forgotten, too.
  const refreshToken = cookies.refresh ?? cookies.impersonator
  await logout({ refreshToken, accessToken: cookies.access }, ctx)
  return outcome
}

/** Some sign-ins return the session with others of their results, some as their whole result. */
function openedSession(value: { signIn?: object } | object): boolean {
  const signIn = 'signIn' in value && value.signIn ? value.signIn : value
  return 'session' in signIn && Boolean(signIn.session)
}
