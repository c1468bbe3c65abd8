import { insertUnprovenSignIn } from '@/lib/accounts/unproven-sign-in.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { findEnabledProvider } from '@/lib/config/providers/enabled-providers'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import type { WaitingIdentity } from '@/lib/identity/mfa/challenge.store'
import { exchangeCode } from '@/lib/identity/oauth/authorization-flow'
import { auditExternalRefusal } from '@/lib/identity/oauth/external-refusal'
import { findOrCreateUser } from '@/lib/identity/oauth/find-or-create-user'
import { connectIdentity } from '@/lib/identity/oauth/link-identity'
import { claimFlow, issueHandoff, type OauthFlow } from '@/lib/identity/oauth/oauth-flow.store'
import { callbackUrl } from '@/lib/identity/oauth/start-sign-in'
import { completeFirstStep, type SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db, type Tx } from '@/lib/platform/db/database'
import { inRacedTransaction, LostRace } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { isKnownDevice } from '@/lib/protection/login-guard/known-device.store'

/** A returned flow, and its state, from which the rest is derived. */
interface ClaimedFlow {
  flow: OauthFlow
  state: string
  /** The secret of the browser that began the flow and came back. */
  browser: string
}

/**
 * Consumes the flow that a callback belongs to: once, from the browser that began it, at the
 * callback URL of its provider and surface, within ten minutes. The provider's response is not
 * examined yet, because even an error is only as trustworthy as its state.
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
  // Not audited in the database, because anyone can call this endpoint as often as they like.
  const { requestId, ip } = ctx
  logger().warn(
    { request_id: requestId, ip, provider, surface },
    'a callback belongs to no sign-in of this browser',
  )
  return refuse('oauth_failed')
}

/**
 * The result of a flow: a session or the second step, a code for the app, a connected account, or
 * an emailed link that completes it later in the same browser.
 */
export type Finished =
  | { kind: 'signed-in'; signIn: SignIn }
  | { kind: 'handed-over'; code: string }
  | { kind: 'connected' }
  | { kind: 'confirm-email'; email: string; provider: string }

type ReturnedFlow = ClaimedFlow & { principal: SessionPrincipal | null }

/**
 * Completes an authorization flow: asks the provider who signed in, then finds or creates the
 * account. `principal` is the user signed in in this browser; it matters to a flow that connects an
 * account. Everything is written in one transaction. If it loses a race, it is repeated and finds
 * what the winner created.
 */
export async function finishExternalSignIn(
  { query, ...returned }: ReturnedFlow & { query: URLSearchParams },
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { flow, state } = returned
  const { provider, surface } = flow
  const redirectUri = callbackUrl(surface, provider)
  const exchanged = await exchangeCode(provider, { query, state, redirectUri })
  if (exchanged.ok) return inRacedTransaction((tx) => settle(tx, returned, exchanged.identity, ctx))
  logger().warn(
    { request_id: ctx.requestId, provider, reason: exchanged.reason },
    'a provider did not identify the user',
  )
  await auditExternalRefusal(db(), ctx, {
    provider,
    reason: exchanged.code,
    userId: flow.link?.userId,
  })
  return refuse(exchanged.code)
}

async function settle(
  tx: Tx,
  returned: ReturnedFlow,
  identity: ExternalIdentity,
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { flow, principal } = returned
  const { provider } = identity
  if (flow.link) {
    const connected = await connectIdentity(tx, { identity, link: flow.link, principal }, ctx)
    return connected.ok ? { ok: true, kind: 'connected' } : connected
  }
  const found = await findOrCreateUser(tx, identity, ctx)
  if (!found.ok) {
    if (found.code === 'oauth_email_required' && mayConfirm(returned, identity))
      return askToConfirm(tx, returned, identity, ctx)
    await auditExternalRefusal(tx, ctx, { provider, reason: found.code, userId: found.userId })
    return refuse(found.code)
  }
  if (flow.handoff) {
    const { userId, waiting } = found
    const by = { userId, provider, waiting, handoff: flow.handoff, now: ctx.now }
    const code = await issueHandoff(tx, by)
    return { ok: true, kind: 'handed-over', code }
  }
  return { ok: true, kind: 'signed-in', signIn: await completeExternalStep(tx, found, ctx) }
}

/** Only where a user is in front of the browser and can open the link in it. */
function mayConfirm(
  { flow }: ReturnedFlow,
  identity: ExternalIdentity,
): identity is ExternalIdentity & { email: string } {
  return flow.surface === 'web' && flow.handoff === null && identity.email !== null
}

async function askToConfirm(
  tx: Tx,
  { flow, browser }: ReturnedFlow,
  identity: ExternalIdentity & { email: string },
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { provider, email } = identity
  const { locale, now } = ctx
  const signInId = await insertUnprovenSignIn(tx, {
    identity,
    browser,
    nextPath: flow.nextPath,
    locale,
    now,
  })
  await queueMail(tx, { mail: 'confirm_sign_in', signInId }, now)
  await recordAudit(tx, ctx, {
    action: 'email.verification_requested',
    outcome: 'ok',
    details: { email, provider },
  })
  return { ok: true, kind: 'confirm-email', email, provider }
}

/**
 * Continues after a provider identified the user and the account was found: a session or the second
 * step. Throws LostRace.
 */
export async function completeExternalStep(
  tx: Tx,
  found: { userId: string; mfaEnabled: boolean; waiting: WaitingIdentity | null },
  ctx: RequestContext,
): Promise<SignIn> {
  const { userId, mfaEnabled, waiting } = found
  const knownDevice = await isKnownDevice(tx, { userId, deviceToken: ctx.deviceToken })
  const by = { userId, mfaEnabled, amr: ['fed'], knownDevice, identity: waiting }
  const signIn = await completeFirstStep(tx, ctx, by)
  // The account was ended since it was found. Everything is rolled back and repeated.
  if (!signIn) throw new LostRace()
  return signIn
}
