import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import type { PasskeySettings } from '@/lib/config/passkey-settings'
import {
  type AssertionFault,
  checkResponse,
  type CheckedAssertion,
  type RefusedAssertion,
  spendAssertion,
} from '@/lib/identity/passkeys/check-response'
import type { PasskeyAssertion } from '@/lib/identity/passkeys/passkeys.schemas'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { isKnownDevice } from '@/lib/protection/login-guard/known-device.store'

/**
 * A passkey whose user was verified is two factors: something you have, and a PIN or biometrics.
 */
export const PASSKEY_FACTORS = ['hwk', 'user', 'mfa']

/**
 * Signs in with a passkey alone. `secret` is the one the challenge was handed out with. The login
 * guard doesn't count it: no one can guess a signature, and with a budget of the passkey, the
 * address, or the network, strangers could lock out its owner. Everything that can be wrong gets
 * the same answer, `passkey_refused`.
 */
export async function signInWithPasskey(
  input: { passkey: PasskeyAssertion; secret: string },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const result = await check(input, party, ctx)
  return 'fault' in result ? refuseSignIn(db(), result, ctx) : result
}

async function check(
  { passkey, secret }: { passkey: PasskeyAssertion; secret: string },
  party: PasskeySettings,
  ctx: RequestContext,
): Promise<RefusedSignIn | { ok: true; session: IssuedSession }> {
  const binding = { purpose: 'sign_in', surface: ctx.surface, secret } as const
  const checked = await checkResponse(passkey, { binding, party }, ctx)
  return 'fault' in checked ? checked : inTransaction((tx) => open(tx, checked, ctx))
}

interface RefusedSignIn extends Omit<RefusedAssertion, 'fault'> {
  fault: AssertionFault | 'account'
}

async function open(
  tx: Tx,
  checked: CheckedAssertion,
  ctx: RequestContext,
): Promise<RefusedSignIn | { ok: true; session: IssuedSession }> {
  const { userId } = checked.passkey
  const fault = await spendAssertion(tx, checked, ctx)
  if (fault) return { fault, userId }
  const knownDevice = await isKnownDevice(tx, { userId, deviceToken: ctx.deviceToken })
  const session = await establishSession(tx, ctx, { userId, amr: PASSKEY_FACTORS, knownDevice })
  return session ? { ok: true, session } : { fault: 'account', userId }
}

/** One answer for everything, also for an account that is not active. The reason is audited. */
async function refuseSignIn(tx: Db, { fault, userId }: RefusedSignIn, ctx: RequestContext) {
  await recordAudit(tx, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetId: userId,
    details: { factor: 'hwk', reason: fault === 'account' ? 'account_disabled' : fault },
  })
  return refuse('passkey_refused')
}
