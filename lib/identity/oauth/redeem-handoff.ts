import { findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { findEnabledProvider } from '@/lib/config/providers/enabled-providers'
import { consumeHandoff, type HandedOver } from '@/lib/identity/oauth/oauth-flow.store'
import { checkWaitingIdentity, connectWaitingIdentity } from '@/lib/identity/oauth/waiting-identity'
import { completeFirstStep, type SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import type { Tx } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { isKnownDevice } from '@/lib/protection/login-guard/known-device.store'

/** RFC 7636 §4.1. */
const VERIFIER_FORM = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an app's one-time code for a session, or for the second step if the account has one.
 * The attempt consumes the code whatever the result, so an attacker with the code but without the
 * verifier gets one guess. The provider account that waits for the sign-in is connected with the
 * session if the account has lost its second factor meanwhile, after the same checks.
 */
export function redeemHandoff(
  input: { code: string; codeVerifier: string; redirectUri: string },
  ctx: RequestContext,
): Promise<Outcome<{ signIn: SignIn }>> {
  return inRacedTransaction(async (tx) => {
    const handed = await consumeHandoff(tx, input.code, ctx.now)
    if (!handed) return refused(tx, ctx, { handed, reason: 'unknown_code' })
    const fault = faultOf(handed, input)
    if (fault) return refused(tx, ctx, { handed, reason: fault })
    const { userId } = handed
    const user = await findCredentials(tx, userId)
    const knownDevice = await isKnownDevice(tx, { userId, deviceToken: ctx.deviceToken })
    const mfaEnabled = user !== null && user.mfaEnabledAt !== null
    const asked = { userId, identity: identityOf(handed) }
    const waiting = mfaEnabled
      ? ({ ok: true, ...asked } as const)
      : await checkWaitingIdentity(tx, asked, ctx)
    if (!waiting.ok) return waiting
    const { identity } = waiting
    const by = { userId, mfaEnabled, amr: ['fed'], knownDevice, identity }
    const signIn = await completeFirstStep(tx, ctx, by)
    if (!signIn) return refused(tx, ctx, { handed, reason: 'account_disabled' })
    if ('session' in signIn && identity) await connectWaitingIdentity(tx, { userId, identity }, ctx)
    return { ok: true, signIn }
  })
}

const identityOf = ({ provider, subject, email }: HandedOver) =>
  subject === null ? null : { provider, subject, email }

function faultOf(
  handed: HandedOver,
  input: { codeVerifier: string; redirectUri: string },
): string | null {
  if (!findEnabledProvider(handed.provider)) return 'provider_disabled'
  if (handed.redirectUri !== input.redirectUri) return 'wrong_redirect_uri'
  const challenge = Buffer.from(sha256(input.codeVerifier).toString('base64url'))
  const matches = equalBytes(challenge, Buffer.from(handed.codeChallenge))
  return VERIFIER_FORM.test(input.codeVerifier) && matches ? null : 'wrong_verifier'
}

async function refused(
  tx: Tx,
  ctx: RequestContext,
  by: { handed: HandedOver | null; reason: string },
) {
  const { handed, reason } = by
  await recordAudit(tx, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetId: handed?.userId ?? null,
    details: { factor: 'fed', provider: handed?.provider ?? null, reason },
  })
  return refuse(reason === 'account_disabled' ? 'account_disabled' : 'oauth_failed')
}
