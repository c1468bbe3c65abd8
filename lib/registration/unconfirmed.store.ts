import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** SQL: whether `users u` has no role but `user`. */
export const HOLDS_NOTHING_MORE = Prisma.sql`
  NOT EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = u.id AND NOT (r.is_system AND r.name_key = 'user'))`

const WAITS = Prisma.sql`(u.status = 'pending' AND u.invited_at IS NULL AND u.first_verified_at IS NULL)`

/**
 * SQL: whether `users u` is nobody's: somebody registered the address and did not confirm it, no administrator made the account, and
 * it holds nothing beyond `user`. Such an account must not keep its address from anybody.
 */
export const IS_UNCONFIRMED = Prisma.sql`(${WAITS} AND ${HOLDS_NOTHING_MORE})`

/** Which of these (normalized) addresses belong to an account other than an unconfirmed registration. */
export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    SELECT u.email FROM users u WHERE u.email = ANY (${[...emails]}::text[]) AND NOT ${IS_UNCONFIRMED}`
  return new Set(rows.map(({ email }) => email))
}

/** Deletes the unconfirmed registrations of these addresses, with everything that belongs to them. Returns their ids. */
export async function deleteUnconfirmed(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM users u WHERE u.email = ANY (${[...emails]}::text[]) AND ${IS_UNCONFIRMED} RETURNING u.id::text`
  return rows.map(({ id }) => id)
}

/** The account of an address that was registered and not confirmed, whatever roles it was given meanwhile. It is held from here on. */
export async function holdUnconfirmed(
  tx: Tx,
  email: string,
): Promise<{ id: string; holdsMore: boolean } | null> {
  const rows = await tx.$queryRaw<{ id: string; holdsMore: boolean }[]>`
    SELECT u.id::text, NOT ${HOLDS_NOTHING_MORE} AS "holdsMore" FROM users u
    WHERE u.email = ${email} AND ${WAITS} FOR UPDATE OF u`
  return rows[0] ?? null
}

/** Deletes a pending account, with everything that belongs to it. */
export async function deletePending(tx: Tx, by: { id: string } | { email: string }): Promise<void> {
  await tx.user.deleteMany({ where: { ...by, status: 'pending' } })
}
