import { authorizationAddress } from '@/lib/external/handshake'
import { callbackAddress } from '@/lib/external/callback-address'
import { findEnabledProvider } from '@/lib/external/enabled-providers'
import { readHandoffRequest } from '@/lib/external/handoff-request'
import { insertFlow } from '@/lib/external/oauth-flow.store'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Where the browser goes, and the secret that it has to keep until it comes back. */
export interface TripBegun {
  location: string
  browser: string
}

/**
 * Begins a sign-in at a provider. `browser` is the secret that this browser keeps already, if it does: trips side by side share it.
 * `app` is the query of an app that wants to take over afterwards (API only); `nextPath` where the web goes on. Nothing is noted
 * when the provider cannot be reached.
 */
export async function startExternalSignIn(
  input: { provider: string; browser: string | null; nextPath?: string | null; app?: URLSearchParams },
  ctx: RequestContext,
): Promise<Outcome<TripBegun>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const asked = input.app ? readHandoffRequest(input.app) : { ok: true as const, handoff: null }
  if (!asked.ok) return asked
  const { surface, now } = ctx
  const state = newSecretToken()
  const browser = input.browser ?? newSecretToken()
  const found = await authorizationAddress(provider, {
    state,
    redirectUri: callbackAddress(surface, provider),
  })
  if (!found.ok) {
    logger().warn({ requestId: ctx.requestId, provider, reason: found.reason }, 'a provider is unavailable')
    return refuse(found.code)
  }
  const nextPath = input.nextPath ?? null
  const { handoff } = asked
  await insertFlow(db(), { provider, surface, state, browser, link: null, nextPath, handoff, now })
  return { ok: true, location: found.address, browser }
}
