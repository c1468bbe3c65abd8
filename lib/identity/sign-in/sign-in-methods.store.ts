import type { Tx } from '@/lib/platform/db/database'

/** What opens an account. */
interface SignInMethods {
  hasPassword: boolean
  /** The connected providers. */
  providers: string[]
  passkeys: { id: string; rpId: string }[]
}

/**
 * Reads and locks everything that opens a user's account until the transaction ends. Every removal
 * holds this lock, so two that are removed at once can't each rely on the other. Does
 * not lock the owner's row: a sign-in locks its identity or passkey first and then the owner, so the
 * reverse order would deadlock.
 */
export async function lockSignInMethods(tx: Tx, userId: string): Promise<SignInMethods> {
  const identities = await tx.$queryRaw<{ provider: string }[]>`
    SELECT provider FROM external_identities WHERE user_id = ${userId}::uuid ORDER BY provider FOR UPDATE`
  const passkeys = await tx.$queryRaw<{ id: string; rpId: string }[]>`
    SELECT id::text AS id, rp_id AS "rpId" FROM passkeys WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`
  const withPassword = await tx.user.count({ where: { id: userId, passwordHash: { not: null } } })
  return {
    hasPassword: withPassword > 0,
    providers: identities.map(({ provider }) => provider),
    passkeys,
  }
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
