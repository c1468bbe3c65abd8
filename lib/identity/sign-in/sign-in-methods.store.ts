import { lockLiveSession } from '@/lib/access/live-caller.store'
import { lockIdentities, lockPasskeys } from '@/lib/identity/account/account-locks.store'
import type { Tx } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** What opens an account. */
interface SignInMethods {
  hasPassword: boolean
  /** The connected providers. */
  providers: string[]
  passkeys: { id: string; rpId: string }[]
}

/**
 * Reads and locks everything that opens a user's account until the transaction ends; null if the
 * session that asks has ended. Every removal holds these locks, so two that are removed at once
 * can't each rely on the other.
 */
export async function lockSignInMethods(
  tx: Tx,
  principal: SessionPrincipal,
  now: Date,
): Promise<SignInMethods | null> {
  const { userId } = principal
  const providers = await lockIdentities(tx, userId)
  if (!(await lockLiveSession(tx, { ...principal, now }))) return null
  const passkeys = await lockPasskeys(tx, userId)
  const withPassword = await tx.user.count({ where: { id: userId, passwordHash: { not: null } } })
  return { hasPassword: withPassword > 0, providers, passkeys }
}

/**
 * Whether the account can still be opened: with its password, a provider that is enabled here, or a
 * passkey of the relying party.
 */
export function leavesSignInMethod(
  { hasPassword, providers, passkeys }: SignInMethods,
  usable: { providers: readonly string[]; rpId: string | null },
): boolean {
  return (
    hasPassword ||
    providers.some((provider) => usable.providers.includes(provider)) ||
    passkeys.some(({ rpId }) => rpId === usable.rpId)
  )
}
