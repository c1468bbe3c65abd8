import { findEnabledProvider } from '@/lib/external/enabled-providers'
import { claimFlow, type OauthFlow } from '@/lib/external/oauth-flow.store'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** A trip that came back, and its state, from which the rest is derived. */
export interface ClaimedFlow {
  flow: OauthFlow
  state: string
  /** The secret of the browser that began it and came back. */
  browser: string
}

/**
 * The trip that a callback belongs to, used up: once, from the browser that began it, at the address of its provider and surface,
 * within ten minutes. What the provider says is not looked at yet: an error is worth no more than its state.
 */
export async function claimExternalFlow(
  input: { provider: string; query: URLSearchParams; browser: string | null },
  ctx: RequestContext,
): Promise<Outcome<ClaimedFlow>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const [state = '', ...more] = input.query.getAll('state')
  const { surface, now } = ctx
  const browser = input.browser ?? ''
  const by = { state, browser, provider, surface, now }
  const flow = more.length === 0 ? await claimFlow(db(), by) : null
  if (flow) return { ok: true, flow, state, browser }
  // No record in the database: anybody can call this address as often as they like.
  const { requestId, ip } = ctx
  logger().warn({ requestId, ip, provider, surface }, 'a callback belongs to no sign-in of this browser')
  return refuse('oauth_failed')
}
