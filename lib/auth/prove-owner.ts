import { checkOwnerPassword } from '@/lib/auth/check-owner-password'
import { needsRecentSignIn, RECENT_SECONDS } from '@/lib/auth/needs-recent-sign-in'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { Credentials } from '@/lib/users/user.store'

/**
 * Asks a signed-in person to show that the account is theirs before something that a borrowed session must not do: by the password,
 * or where the account has none by a sign-in of the last ten minutes (RFC 9470: `reauthentication_required`). A wrong
 * password is recorded as `refusedAction` and charged to the login guard.
 */
export async function proveOwner(
  user: Credentials,
  by: { password: string | undefined; refusedAction: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  if (user.passwordHash) return checkOwnerPassword(user, by, ctx)
  if (!needsRecentSignIn(principal, ctx.now)) return { ok: true }
  return refuse('reauthentication_required', { maxAgeSeconds: RECENT_SECONDS })
}
