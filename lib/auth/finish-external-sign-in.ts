import { recordAudit } from '@/lib/audit/record-audit'
import type { ClaimedFlow } from '@/lib/auth/claim-external-flow'
import { connectIdentity } from '@/lib/auth/connect-identity'
import { auditExternalRefusal, passExternalStep } from '@/lib/auth/external-first-step'
import { findOrCreateUser } from '@/lib/auth/find-or-create-user'
import type { SignIn } from '@/lib/auth/pass-first-step'
import { callbackAddress } from '@/lib/external/callback-address'
import { identify, type ExternalIdentity } from '@/lib/external/handshake'
import { issueHandoff } from '@/lib/external/oauth-handoff.store'
import { insertUnprovenSignIn } from '@/lib/external/unproven-sign-in.store'
import { queueMail } from '@/lib/mail/queue-mail'
import { db, type Tx } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * How a trip ends: with a session or the second step, with a code for the app, with an account connected, or with a mailed link that
 * ends it later in the same browser.
 */
export type Finished =
  | { kind: 'signed-in'; signIn: SignIn }
  | { kind: 'handed-over'; code: string }
  | { kind: 'connected' }
  | { kind: 'confirm-email'; email: string; provider: string }

type Trip = ClaimedFlow & { visitor: Principal | null }

/**
 * Ends a trip to a provider: asks it who signed in, then finds or makes their account. `visitor` is who is signed in in this browser;
 * it matters to a trip that connects an account. Everything is written in one transaction, or nothing; one that lost a race
 * is done over and finds what the winner made.
 */
export async function finishExternalSignIn(
  { query, ...trip }: Trip & { query: URLSearchParams },
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { flow, state } = trip
  const { provider, surface } = flow
  const redirectUri = callbackAddress(surface, provider)
  const said = await identify(provider, { query, state, redirectUri })
  if (said.ok) return inRacedTransaction((tx) => settle(tx, trip, said.identity, ctx))
  logger().warn({ requestId: ctx.requestId, provider, reason: said.reason }, 'a provider named nobody')
  await auditExternalRefusal(db(), ctx, { provider, reason: said.code, userId: flow.link?.userId })
  return refuse(said.code)
}

async function settle(
  tx: Tx,
  trip: Trip,
  identity: ExternalIdentity,
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { flow, visitor } = trip
  const { provider } = identity
  if (flow.link) {
    const connected = await connectIdentity(tx, { identity, link: flow.link, visitor }, ctx)
    return connected.ok ? { ok: true, kind: 'connected' } : connected
  }
  const found = await findOrCreateUser(tx, identity, ctx)
  if (!found.ok) {
    if (found.code === 'oauth_email_required' && mayConfirm(trip, identity))
      return askToConfirm(tx, trip, identity, ctx)
    await auditExternalRefusal(tx, ctx, { provider, reason: found.code, userId: found.userId })
    return refuse(found.code)
  }
  if (flow.handoff) {
    const { userId } = found
    const code = await issueHandoff(tx, { userId, provider, handoff: flow.handoff, now: ctx.now })
    return { ok: true, kind: 'handed-over', code }
  }
  return { ok: true, kind: 'signed-in', signIn: await passExternalStep(tx, found, ctx) }
}

/** Where somebody sits in front of the browser, who can open the link in it. */
function mayConfirm(
  { flow }: Trip,
  identity: ExternalIdentity,
): identity is ExternalIdentity & { email: string } {
  return flow.surface === 'web' && flow.handoff === null && identity.email !== null
}

async function askToConfirm(
  tx: Tx,
  { flow, browser }: Trip,
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
    targetType: 'user',
    details: { email, provider },
  })
  return { ok: true, kind: 'confirm-email', email, provider }
}
