import { countRecoveryCodes } from '@/lib/mfa/recovery-code.store'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { hasPassword } from '@/lib/users/own-data.store'

/** What the home page has to know to suggest a safer way to sign in. */
export interface AccountSafety {
  hasPassword: boolean
  /** Recovery codes not used yet; null while two-step sign-in is off. */
  codesLeft: number | null
}

/** How the signed-in person's account is protected. `mfaEnabled` comes from their profile. */
export async function findAccountSafety(
  { userId }: Principal,
  { mfaEnabled }: { mfaEnabled: boolean },
): Promise<AccountSafety> {
  const [password, codesLeft] = await Promise.all([
    hasPassword(db(), userId),
    mfaEnabled ? countRecoveryCodes(db(), userId) : null,
  ])
  return { hasPassword: password, codesLeft }
}
