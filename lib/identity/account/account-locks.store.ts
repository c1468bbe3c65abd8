import { lockUnended } from '@/lib/messaging/notifications/unended.store'
import type { Tx } from '@/lib/platform/db/database'

// The order of locks: a transaction takes those that it needs from top to bottom. In another order,
// two could wait for each other (a deadlock): PostgreSQL aborts one after a second, and until then
// both hold up others. Test databases count deadlocks (tests/kit/test-database.ts).
//
// 1. the catalog (`lockCatalog`), in administrative writes
// 2. what a sign-in with a provider consumed, if it waited for a link; then the notifications that
//    end with the user's access or an API key, because their job shares the rows of recipients, for
//    a foreign key; then provider accounts
// 3. the user's row, which sign-ins share
// 4. whatever else belongs to the user: second steps (challenges), the authenticator app, passkeys,
//    sessions, known devices, handoff codes, emailed links and codes, enrollments, API keys,
//    uploads. Nothing of it is locked before the user's row by a transaction that needs that row
//    later, not even for a foreign key. Among themselves they have no order, because one that locks
//    several holds the user's row alone (`lockUser`).
//
// The rows of two users are locked only under the catalog lock, so that one transaction does it at
// a time: usually the target's row, then the administrator's. Nothing that belongs to either is
// locked before both rows: a transaction of the other user could hold that row and wait for it.
// Without the catalog lock, only a change of address locks a second user's row: after the own row,
// that of an unconfirmed registration, whose own transactions lock no other user's. Jobs that lock
// the rows of several users skip those that are locked.
//
// Exempt from rule 4 are transactions that nothing can wait for in a circle:
// - A second step shares the user's row and locks its challenge, then the authenticator app or a
//   passkey. Nothing else that shares the row locks two of them in another order. Then it may add
//   the provider account that waited for it, although those come before the user's row: it locks
//   none that exists, and waits only for a transaction that adds the same one and holds only its
//   own user's rows, or the session that it replaces. The handoff of a sign-in to an app adds a
//   provider account in the same way.
// - A sign-in only shares the user's row and may end sessions: those beyond the limit, which the
//   sign-ins of one user count one at a time (`lockSessionList`), and the one that it replaces in
//   its browser, which may be another user's. It locks them together, in order of id, then the
//   impersonations that began in them, and never needs the row of that other user. Those that hold
//   the user's row alone wait for it.
// - A sign-out of one session doesn't lock the user's row, and never needs it later. It locks its
//   session and then impersonations that began in it, which belong to other users.
// - Taking a permission from API keys locks keys of many users and no user's row. It locks them in
//   order of id, and so does the revocation of keys that a user created (`revokeKeysSince`), which
//   can include those of service accounts. Jobs skip locked keys, and others that lock several hold
//   the catalog lock, as it does.
// - Jobs that purge what belongs to a user skip rows that are locked. That of sessions deletes only
//   those that expired so long ago that nothing else locks them.
//
// A provider account that is added after a transaction locked the others, and before it holds the
// user's row, can still cause a deadlock. So can a sign-in that ends sessions of two users, one of
// whom views the service as the other, while all sessions of the other end, and the erasure of a
// deleted account that created keys of service accounts, while a permission is taken from them.
// `inTransaction` then runs the aborted one again.

/**
 * Locks everything of a user that comes before the user's row, until the transaction ends: for the
 * erasure of an account, its deletion by its owner, and a declined registration.
 */
export async function lockProviderAccess(tx: Tx, userId: string): Promise<void> {
  await lockBeforeClosing(tx, userId)
  await lockIdentities(tx, userId)
}

/**
 * The same for a transaction that removes what an intruder may have added, and ends what they began
 * (`endPlantedWork`), since then or at any time.
 */
export async function lockPlantedAccess(
  tx: Tx,
  { userId, since = new Date(0) }: { userId: string; since?: Date },
): Promise<void> {
  await lockUnended(tx, { userId, since, throughKeys: true })
  await lockIdentities(tx, userId)
}

/** The same for a deactivation or deletion of the account, which ends its work (`endWorkOf`). */
export async function lockBeforeClosing(tx: Tx, userId: string): Promise<void> {
  await lockUnprovenSignIns(tx, userId)
  await lockUnended(tx, { userId, since: new Date(0), throughKeys: false })
}

/**
 * Locks a user's sign-ins that wait for a link. A sign-in that takes over a planted account doesn't
 * call it: it consumed its own before, and others may wait for the same address.
 */
async function lockUnprovenSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM unproven_sign_ins WHERE id IN (
      SELECT s.id FROM unproven_sign_ins s JOIN users u ON lower(s.email) = u.email WHERE u.id = ${userId}::uuid
      UNION ALL
      SELECT s.id FROM unproven_sign_ins s
      JOIN external_identities i ON s.provider = i.provider AND s.subject = i.subject WHERE i.user_id = ${userId}::uuid)
    ORDER BY id FOR UPDATE`
}

/**
 * Locks a user's provider accounts until the transaction ends: before the user's row, for
 * transactions that take sign-in methods from an account. Returns their providers.
 */
export async function lockIdentities(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ provider: string }[]>`
    SELECT provider FROM external_identities WHERE user_id = ${userId}::uuid ORDER BY provider FOR UPDATE`
  return rows.map(({ provider }) => provider)
}

/** Locks a user's passkeys until the transaction ends. */
export function lockPasskeys(tx: Tx, userId: string): Promise<{ id: string; rpId: string }[]> {
  return tx.$queryRaw<{ id: string; rpId: string }[]>`
    SELECT id::text AS id, rp_id AS "rpId" FROM passkeys WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`
}
