import type { TripBegun } from '@/lib/auth/start-external-sign-in'
import { callbackAddress } from '@/lib/external/callback-address'
import { findEnabledProvider } from '@/lib/external/enabled-providers'
import { authorizationAddress } from '@/lib/external/handshake'
import { redeemLinkReference } from '@/lib/external/oauth-flow.store'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Turns the reference that `beginLinking` gave into a trip to the provider, once, for the session that got it. A provider that
 * cannot be reached uses nothing up.
 */
export async function continueLinking(
  input: { provider: string; reference: string; browser: string | null },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<TripBegun>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const state = newSecretToken()
  const browser = input.browser ?? newSecretToken()
  const found = await authorizationAddress(provider, { state, redirectUri: callbackAddress('web', provider) })
  if (!found.ok) {
    logger().warn({ requestId: ctx.requestId, provider, reason: found.reason }, 'a provider is unavailable')
    return refuse(found.code)
  }
  const { userId, sessionId } = principal
  const { reference } = input
  const by = { reference, provider, userId, sessionId, state, browser, now: ctx.now }
  const redeemed = await redeemLinkReference(db(), by)
  return redeemed ? { ok: true, location: found.address, browser } : refuse('oauth_failed')
}
