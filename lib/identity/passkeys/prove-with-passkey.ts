import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { checkResponse, spendAssertion } from '@/lib/identity/passkeys/check-response'
import { sessionBinding } from '@/lib/identity/passkeys/passkey-options'
import type { PasskeyAssertion } from '@/lib/identity/passkeys/passkeys.schemas'
import { PASSKEY_FACTORS } from '@/lib/identity/passkeys/sign-in-with-passkey'
import { renewAuthentication } from '@/lib/identity/sessions/session.store'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/**
 * Proves with a passkey that the account is the signed-in user's: for the next ten minutes, this
 * session may do what a recent sign-in may, and needs no password. Only with user verification, and
 * only with a passkey of the own account.
 */
export async function proveWithPasskey(
  passkey: PasskeyAssertion,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const binding = sessionBinding('reauthenticate', principal, ctx)
  const checked = await checkResponse(passkey, { binding, party }, ctx)
  if ('fault' in checked) return refuseProof(db(), checked.fault, principal, ctx)
  return inTransaction(async (tx) => {
    const fault = await spendAssertion(tx, checked, ctx)
    if (fault) return refuseProof(tx, fault, principal, ctx)
    const { userId, sessionId } = principal
    const by = { id: sessionId, userId, amr: PASSKEY_FACTORS, now: ctx.now }
    if (!(await renewAuthentication(tx, by))) return refuse('session_revoked')
    await publish(tx, { type: 'user.changed', userId })
    await recordAudit(tx, ctx, {
      action: 'passkey.proved',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
      details: { passkey_id: checked.passkey.id },
    })
    return { ok: true } as const
  })
}

async function refuseProof(
  tx: Db,
  reason: string,
  { userId }: SessionPrincipal,
  ctx: RequestContext,
) {
  await recordAudit(tx, ctx, {
    action: 'passkey.proof_refused',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details: { reason },
  })
  return refuse('passkey_refused')
}
