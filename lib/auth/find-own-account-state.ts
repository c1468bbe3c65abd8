import { needsRecentSignIn } from '@/lib/auth/needs-recent-sign-in'
import { findEmailChange } from '@/lib/email-tokens/email-change.store'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { hasPassword } from '@/lib/users/own-data.store'

/** How somebody shows that the account is theirs: by its password, by having signed in just now, or only by signing in again. */
export type Proof = 'password' | 'recent' | 'sign-in'

/** What the forms about one's own account have to know. */
export interface OwnAccountState {
  proof: Proof
  hasPassword: boolean
  /** The change of address that waits for its link. */
  emailChange: { newEmail: string; expiresAt: Date } | null
}

/** What the signed-in person's forms have to ask for, and what waits. */
export async function findOwnAccountState(principal: Principal, at: Date = now()): Promise<OwnAccountState> {
  const has = await hasPassword(db(), principal.userId)
  const recent = !needsRecentSignIn(principal, at)
  return {
    proof: has ? 'password' : recent ? 'recent' : 'sign-in',
    hasPassword: has,
    emailChange: await findEmailChange(db(), principal.userId, at),
  }
}
