import type { Tx } from '@/lib/platform/db/database'

// The order of locks: a transaction takes those that it needs from top to bottom. In another order, two
// could wait for each other (a deadlock): PostgreSQL aborts one after a second, and until then both hold
// up others. Test databases count deadlocks (lib/testing/test-database.ts).
//
// 1. the catalog (`lockCatalog`), in administrative writes
// 2. what a sign-in locks before the user's row: provider accounts, second steps (challenges), the
//    authenticator app, passkeys
// 3. the user's row, which sign-ins share
// 4. whatever else belongs to the user, in any order: sessions, known devices, hand-off codes, emailed
//    links and codes, enrollments. A transaction that ends more than one session, or one with its
//    device, holds the user's row alone (`lockUser`).
//
// A row of step 2 that is added after a transaction locked the others, and before it holds the user's
// row, can still cause a deadlock. `inTransaction` then runs the aborted one again.

/**
 * Locks everything of a user that comes before the user's row, until the transaction ends: for
 * transactions that take sign-in methods from an account after they locked that row.
 */
export async function lockAccessForUpdate(tx: Tx, userId: string): Promise<void> {
  await lockIdentities(tx, userId)
  await lockChallenges(tx, userId)
  await tx.$queryRaw`SELECT 1 FROM mfa_factors WHERE user_id = ${userId}::uuid FOR UPDATE`
  await lockPasskeys(tx, userId)
}

/** Locks a user's provider accounts until the transaction ends. Returns their providers. */
export async function lockIdentities(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ provider: string }[]>`
    SELECT provider FROM external_identities WHERE user_id = ${userId}::uuid ORDER BY provider FOR UPDATE`
  return rows.map(({ provider }) => provider)
}

/** Locks a user's sign-ins that wait for their second step until the transaction ends. */
export async function lockChallenges(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM mfa_challenges WHERE user_id = ${userId}::uuid ORDER BY token_hash FOR UPDATE`
}

/** Locks a user's passkeys until the transaction ends. */
export function lockPasskeys(tx: Tx, userId: string): Promise<{ id: string; rpId: string }[]> {
  return tx.$queryRaw<{ id: string; rpId: string }[]>`
    SELECT id::text AS id, rp_id AS "rpId" FROM passkeys WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`
}
