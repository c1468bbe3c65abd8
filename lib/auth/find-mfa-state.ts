import { findEnrolment } from '@/lib/mfa/enrolment.store'
import { findFactorOwner } from '@/lib/mfa/factor.store'
import { countRecoveryCodes } from '@/lib/mfa/recovery-code.store'
import { openSecret } from '@/lib/mfa/seal-secret'
import { showSecret, type ShownSecret } from '@/lib/mfa/show-secret'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'

/** What the security page shows of a person's own second factor. */
export interface MfaState {
  enabled: boolean
  enabledAt: Date | null
  /** Recovery codes not used yet. */
  codesLeft: number
  /** An enrolment that this very session began and that waits for its first code. */
  pending: (ShownSecret & { expiresAt: Date }) | null
  hasPassword: boolean
}

/** The state of the signed-in person's second factor, for their own eyes: a pending secret is in it. */
export async function findMfaState(principal: Principal, at: Date = now()): Promise<MfaState> {
  const { userId } = principal
  const [owner, codesLeft] = await Promise.all([
    findFactorOwner(db(), userId),
    countRecoveryCodes(db(), userId),
  ])
  const enabledAt = owner?.mfaEnabledAt ?? null
  return {
    enabled: enabledAt !== null,
    enabledAt,
    codesLeft,
    pending: owner && !enabledAt ? await findPending(principal, owner.email, at) : null,
    hasPassword: Boolean(owner?.passwordHash),
  }
}

async function findPending(principal: Principal, email: string, at: Date): Promise<MfaState['pending']> {
  const enrolment = await findEnrolment(db(), principal, at)
  if (!enrolment) return null
  const { secret } = openSecret(enrolment.secretSealed, {
    userId: principal.userId,
    purpose: 'mfa_enrolment',
  })
  return { ...(await showSecret(secret, email)), expiresAt: enrolment.expiresAt }
}
