import type { Proof } from '@/lib/auth/find-own-account-state'
import { needsRecentSignIn, RECENT_SECONDS } from '@/lib/auth/needs-recent-sign-in'
import { proveOwner } from '@/lib/auth/prove-owner'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { hasPassword } from '@/lib/users/own-data.store'
import { findCredentials } from '@/lib/users/user.store'

/** What somebody has to show before a step that needs a credential given just now. */
export async function findRecentProof(actor: Principal, at: Date): Promise<Proof> {
  if (!needsRecentSignIn(actor, at)) return 'recent'
  return (await hasPassword(db(), actor.userId)) ? 'password' : 'sign-in'
}

/**
 * Asks for a credential given just now: a sign-in of the last ten minutes, or the password. Refuses `reauthentication_required`
 * without either; a wrong password is recorded as `refusedAction` and charged to the login guard.
 */
export async function proveRecently(
  actor: Principal,
  { password, refusedAction }: { password: string | undefined; refusedAction: string },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!needsRecentSignIn(actor, ctx.now)) return { ok: true }
  if (!password) return refuse('reauthentication_required', { maxAgeSeconds: RECENT_SECONDS })
  const credentials = await findCredentials(db(), actor.userId)
  if (!credentials) return refuse('session_revoked')
  return proveOwner(credentials, { password, refusedAction }, actor, ctx)
}
