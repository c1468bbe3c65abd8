import { type FactorState, findFactorState } from '@/lib/access/grants.store'
import { settings } from '@/lib/config/settings'
import type { Tx } from '@/lib/platform/db/database'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/**
 * What a session lacks: `enroll`, its user must set up a second factor; `proof`, the user has a
 * passkey, but this session was opened without a second factor. Then it can't add another one.
 */
export type MissingFactor = NonNullable<SessionPrincipal['missingFactor']>

export const MISSING_FACTORS = ['enroll', 'proof'] as const satisfies MissingFactor[]

/**
 * What a session lacks before it may be used, or null: nothing, unless a role of its user or the
 * setting requires two-step verification. `proven`: whether the session's user proved a second
 * factor. While two-step verification is on, no session is opened without a second step, and the
 * one that turned it on gave a code.
 */
export function missingFactor(
  { isPerson, roleRequiresMfa, mfaEnabled, hasPasskey }: FactorState,
  { proven }: { proven: boolean },
): MissingFactor | null {
  if (!isPerson || mfaEnabled || !(roleRequiresMfa || isRequiredOfEveryone())) return null
  if (!hasPasskey) return 'enroll'
  return proven ? null : 'proof'
}

/**
 * Whether a session was opened without the second step that its user has turned on, in a browser
 * that was trusted, though no browser is anymore. Its user has to sign in again.
 */
export function lostTrust({ mfaEnabled }: FactorState, { proven }: { proven: boolean }): boolean {
  return mfaEnabled && !proven && !settings().mfa.trustedBrowsers
}

/**
 * Whether a user needs a second factor and would have none with what is `left`. The caller holds
 * the locks of everything that can be removed.
 */
export async function needsWhatIsRemoved(
  tx: Tx,
  userId: string,
  left: Partial<Pick<FactorState, 'mfaEnabled' | 'hasPasskey'>>,
): Promise<boolean> {
  const state = await findFactorState(tx, userId)
  return state !== null && missingFactor({ ...state, ...left }, { proven: true }) !== null
}

/** Whether every user needs two-step verification, whatever their roles. */
export function isRequiredOfEveryone(): boolean {
  return settings().mfa.required === 'everyone'
}

/** The refusal of everything but what a session without its second factor may do. */
export function refuseMissingFactor(missing: MissingFactor): Refusal {
  return refuse(missing === 'enroll' ? 'mfa_enrolment_required' : 'mfa_proof_required')
}
