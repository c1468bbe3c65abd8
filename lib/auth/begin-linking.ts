import { checkOwnerPassword } from '@/lib/auth/check-owner-password'
import { needsRecentSignIn, RECENT_SECONDS } from '@/lib/auth/needs-recent-sign-in'
import { findEnabledProvider } from '@/lib/external/enabled-providers'
import { listIdentitiesOf } from '@/lib/external/identity.store'
import { insertLinkReference } from '@/lib/external/oauth-flow.store'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { findCredentials } from '@/lib/users/user.store'

/**
 * Lets a signed-in person connect an account of a provider: gives the address of this service that leads on to it, good once, for
 * this session, for ten minutes. It takes a post of our own page (an address that anybody could send them to would connect a
 * stranger's account to theirs) and a credential given within ten minutes, or now: the password.
 */
export async function beginLinking(
  input: { provider: string; password?: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ path: string }>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const unproven = await refuseUnproven(input.password, principal, ctx)
  if (unproven) return unproven
  const { userId, sessionId } = principal
  const linked = await listIdentitiesOf(db(), userId)
  if (linked.some((identity) => identity.provider === provider)) return refuse('conflict')
  const reference = newSecretToken()
  await insertLinkReference(db(), { reference, provider, userId, sessionId, now: ctx.now })
  return { ok: true, path: `/auth/oauth/${provider}/link?reference=${reference}` }
}

async function refuseUnproven(
  password: string | undefined,
  principal: Principal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  if (!needsRecentSignIn(principal, ctx.now)) return null
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (!user.passwordHash) return refuse('reauthentication_required', { maxAgeSeconds: RECENT_SECONDS })
  const checked = await checkOwnerPassword(user, { password, refusedAction: 'identity.link_refused' }, ctx)
  return checked.ok ? null : checked
}
