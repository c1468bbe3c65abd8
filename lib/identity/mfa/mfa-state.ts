import { hasPassword } from '@/lib/accounts/user.store'
import {
  countRecoveryCodes,
  findEnrollment,
  findFactorOwner,
} from '@/lib/identity/mfa/factor.store'
import { openSecret } from '@/lib/identity/mfa/seal-secret'
import { type ShownSecret, showSecret } from '@/lib/identity/mfa/totp'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** With this many recovery codes or fewer left, the user is asked to create new ones. */
export const FEW_RECOVERY_CODES = 3

/** What the security page shows of the user's own two-step verification. */
export interface MfaState {
  enabled: boolean
  enabledAt: Date | null
  /** Unused recovery codes. */
  codesLeft: number
  /** An enrollment that this session began and that waits for its first code. */
  pending: (ShownSecret & { expiresAt: Date }) | null
  hasPassword: boolean
}

/**
 * The state of the signed-in user's two-step verification. Only for that user, because it contains
 * a pending secret.
 */
export async function findMfaState(
  principal: SessionPrincipal,
  at: Date = now(),
): Promise<MfaState> {
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

async function findPending(
  principal: SessionPrincipal,
  email: string,
  at: Date,
): Promise<MfaState['pending']> {
  const enrollment = await findEnrollment(db(), principal, at)
  if (!enrollment) return null
  const { secret } = openSecret(enrollment.secretSealed, {
    userId: principal.userId,
    purpose: 'mfa_enrolment',
  })
  return { ...(await showSecret(secret, email)), expiresAt: enrollment.expiresAt }
}

/** What the home page needs to suggest a safer way to sign in. */
export interface AccountSafety {
  hasPassword: boolean
  /** Unused recovery codes; null while two-step verification is off. */
  codesLeft: number | null
}

/** How the signed-in user's account is protected. `mfaEnabled` comes from their profile. */
export async function findAccountSafety(
  { userId }: SessionPrincipal,
  { mfaEnabled }: { mfaEnabled: boolean },
): Promise<AccountSafety> {
  const [password, codesLeft] = await Promise.all([
    hasPassword(db(), userId),
    mfaEnabled ? countRecoveryCodes(db(), userId) : null,
  ])
  return { hasPassword: password, codesLeft }
}
