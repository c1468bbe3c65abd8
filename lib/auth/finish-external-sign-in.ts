import { recordAudit } from '@/lib/audit/record-audit'
import type { ClaimedFlow } from '@/lib/auth/claim-external-flow'
import { connectIdentity } from '@/lib/auth/connect-identity'
import { findOrCreateUser } from '@/lib/auth/find-or-create-user'
import { passFirstStep, type SignIn } from '@/lib/auth/pass-first-step'
import { callbackAddress } from '@/lib/external/callback-address'
import { identify, type ExternalIdentity } from '@/lib/external/handshake'
import type { OauthFlow } from '@/lib/external/oauth-flow.store'
import { issueHandoff } from '@/lib/external/oauth-handoff.store'
import { isKnownDevice } from '@/lib/login-guard/known-device.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { LostRace } from '@/lib/platform/db/lost-race'
import { inTransaction } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** How a trip ends: with a session or the second step, with a code for the app, or with an account connected. */
export type Finished =
  { kind: 'signed-in'; signIn: SignIn } | { kind: 'handed-over'; code: string } | { kind: 'connected' }

const ATTEMPTS = 5

/**
 * Ends a trip to a provider: asks it who signed in, then finds or makes their account. `visitor` is who is signed in in this browser;
 * it matters to a trip that connects an account. Everything is written in one transaction, or nothing; one that lost a race
 * is done over and finds what the winner made.
 */
export async function finishExternalSignIn(
  { flow, state, query, visitor }: ClaimedFlow & { query: URLSearchParams; visitor: Principal | null },
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { provider, surface } = flow
  const redirectUri = callbackAddress(surface, provider)
  const said = await identify(provider, { query, state, redirectUri })
  if (!said.ok) {
    logger().warn({ requestId: ctx.requestId, provider, reason: said.reason }, 'a provider named nobody')
    await auditRefusal(db(), ctx, { provider, reason: said.code, userId: flow.link?.userId })
    return refuse(said.code)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction((tx) => settle(tx, flow, said.identity, visitor, ctx))
    } catch (error) {
      if (!(error instanceof LostRace) || attempt === ATTEMPTS) throw error
    }
  }
}

async function settle(
  tx: Tx,
  flow: OauthFlow,
  identity: ExternalIdentity,
  visitor: Principal | null,
  ctx: RequestContext,
): Promise<Outcome<Finished>> {
  const { provider } = identity
  if (flow.link) {
    const connected = await connectIdentity(tx, { identity, link: flow.link, visitor }, ctx)
    return connected.ok ? { ok: true, kind: 'connected' } : connected
  }
  const found = await findOrCreateUser(tx, identity, ctx)
  if (!found.ok) {
    await auditRefusal(tx, ctx, { provider, reason: found.code, userId: found.userId })
    return refuse(found.code)
  }
  const { userId, mfaEnabled } = found
  const { now, deviceToken } = ctx
  if (flow.handoff) {
    const code = await issueHandoff(tx, { userId, provider, handoff: flow.handoff, now })
    return { ok: true, kind: 'handed-over', code }
  }
  const knownDevice = await isKnownDevice(tx, { userId, deviceToken })
  const signIn = await passFirstStep(tx, ctx, { userId, mfaEnabled, amr: ['fed'], knownDevice })
  // The account was ended between the look and this: everything is undone and looked at again.
  if (!signIn) throw new LostRace()
  return { ok: true, kind: 'signed-in', signIn }
}

function auditRefusal(
  tx: Tx,
  ctx: RequestContext,
  by: { provider: string; reason: string; userId?: string },
): Promise<void> {
  return recordAudit(tx, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetType: 'user',
    targetId: by.userId ?? null,
    details: { factor: 'fed', provider: by.provider, reason: by.reason },
  })
}
