import { lockLiveSession } from '@/lib/access/live-caller.store'
import { findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  type ExternalIdentity,
  findEnabledProvider,
  providerLabel,
} from '@/lib/config/providers/enabled-providers'
import { authorizationUrl } from '@/lib/identity/oauth/authorization-flow'
import { newFlowState } from '@/lib/identity/oauth/flow-secrets'
import {
  findIdentityOwner,
  linkIdentity,
  listIdentitiesOf,
} from '@/lib/identity/oauth/identity.store'
import { insertLinkReference, redeemLinkReference } from '@/lib/identity/oauth/oauth-flow.store'
import { type AuthorizationStart, callbackUrl } from '@/lib/identity/oauth/start-sign-in'
import { checkOwnerPassword, hasRecentPassword } from '@/lib/identity/sign-in/reauthenticate'
import { maxAgeOf } from '@/lib/identity/sign-in/protected-acts'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { newSecretToken } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/**
 * Lets a signed-in user connect a provider account. Returns the URL of this service that leads to
 * the provider, valid once, for this session, for ten minutes. Requires a POST from our own page (a
 * link that anyone could send them would connect a stranger's account to theirs), and a sign-in
 * within the last ten minutes or the password now. For an account that has a password, the sign-in
 * has to be with it or a passkey: a provider that answers without asking would otherwise connect
 * another one.
 */
export async function startLinking(
  input: { provider: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ path: string }>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const unproven = await checkLinkProof(input.password, principal, ctx)
  if (unproven) return unproven
  const { userId, sessionId } = principal
  const linked = await listIdentitiesOf(db(), userId)
  if (linked.some((identity) => identity.provider === provider)) return refuse('conflict')
  const reference = newSecretToken()
  await insertLinkReference(db(), { reference, provider, userId, sessionId, now: ctx.now })
  return { ok: true, path: `/auth/oauth/${provider}/link?reference=${reference}` }
}

async function checkLinkProof(
  password: string | undefined,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Refusal | null> {
  if (await hasRecentPassword(principal, ctx.now)) return null
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (!user.passwordHash)
    return refuse('reauthentication_required', { maxAgeSeconds: maxAgeOf('identity') })
  return checkOwnerPassword(
    user,
    { password, refusedAction: 'identity.link_refused' },
    principal,
    ctx,
  )
}

/**
 * Turns the reference returned by `startLinking` into an authorization flow, once, for the session
 * that got it. If the provider is unreachable, nothing is consumed.
 */
export async function continueLinking(
  input: { provider: string; reference: string; browser: string | null },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<AuthorizationStart>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const state = newFlowState()
  const browser = input.browser ?? newSecretToken()
  const found = await authorizationUrl(provider, {
    state,
    redirectUri: callbackUrl('web', provider),
  })
  if (!found.ok) {
    logger().warn(
      { request_id: ctx.requestId, provider, reason: found.reason },
      'a provider is unavailable',
    )
    return refuse(found.code)
  }
  const { userId, sessionId } = principal
  const { reference } = input
  const by = { reference, provider, userId, sessionId, state, browser, now: ctx.now }
  const redeemed = await redeemLinkReference(db(), by)
  return redeemed ? { ok: true, location: found.address, browser } : refuse('oauth_failed')
}

/**
 * Connects an identity to the account that asked for it, only while the session that began it is
 * live and is the one signed in in this browser. Otherwise a provider account could end up
 * connected to the account of a previous user of the browser. Connecting what is already connected
 * succeeds. Throws LostRace.
 */
export async function connectIdentity(
  tx: Tx,
  by: {
    identity: ExternalIdentity
    link: { userId: string; sessionId: string }
    principal: SessionPrincipal | null
  },
  ctx: RequestContext,
): Promise<Outcome> {
  const { identity, link, principal } = by
  const { userId, sessionId } = link
  const { provider } = identity
  const refused = async (refusal: Refusal): Promise<Refusal> => {
    await recordAudit(tx, ctx, {
      action: 'identity.link_refused',
      outcome: 'refused',
      actorId: userId,
      targetId: userId,
      details: { provider, reason: refusal.code },
    })
    return refusal
  }
  if (principal?.userId !== userId || principal.sessionId !== sessionId)
    return refused(refuse('oauth_failed'))
  const { generation } = principal
  if (!(await lockLiveSession(tx, { userId, sessionId, generation, now: ctx.now })))
    return refused(refuse('session_revoked'))
  const owner = await findIdentityOwner(tx, identity)
  if (owner === userId) return { ok: true }
  if (owner) return refused(refuse('identity_taken'))
  const linked = await listIdentitiesOf(tx, userId)
  if (linked.some((other) => other.provider === provider)) return refused(refuse('conflict'))
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await reportIdentity(tx, { action: 'identity.linked', userId, provider }, ctx)
  return { ok: true }
}

/**
 * Audits that a provider account was connected to or disconnected from a user's account, and emails
 * the user in case it wasn't them.
 */
export async function reportIdentity(
  tx: Tx,
  by: { action: 'identity.linked' | 'identity.unlinked'; userId: string; provider: string },
  ctx: RequestContext,
): Promise<void> {
  const { action, userId, provider } = by
  const mail = action === 'identity.linked' ? 'identity_linked' : 'identity_unlinked'
  await notifyOwner(
    tx,
    { mail, userId, provider: providerLabel(provider), ...seenBy(ctx) },
    ctx.now,
  )
  await recordAudit(tx, ctx, {
    action,
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { provider },
  })
}
