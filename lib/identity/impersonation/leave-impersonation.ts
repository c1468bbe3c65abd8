import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { logout } from '@/lib/identity/sign-in/logout'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Ends the impersonation of a browser, if it is live, and returns to its own session. `session` is
 * null if that one has ended too.
 */
export async function leaveImpersonation(
  cookies: { access: string | null; impersonator: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ ended: boolean; session: IssuedSession | null }>> {
  const result = ctx.impersonation && (await logout({ accessToken: cookies.access }, ctx))
  if (result && !result.ok) return result
  const renewed =
    cookies.impersonator && (await refreshSession({ refreshToken: cookies.impersonator }, ctx))
  return {
    ok: true,
    ended: result?.ended ?? false,
    session: renewed && renewed.ok ? renewed.session : null,
  }
}
