import type { Db, Tx } from '@/lib/platform/db/database'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import { Prisma } from '@/prisma/generated/client'

/** SQL: whether `users u` confirmed its address and waits for an administrator's approval. */
export const AWAITS_APPROVAL = `
  (u.approval_requested_at IS NOT NULL AND u.status = 'pending' AND u.email_verified_at IS NOT NULL)`

const WAITING = Prisma.raw(AWAITS_APPROVAL)

/** A registration whose address is confirmed and which an administrator has not decided on yet. */
export interface WaitingRegistration {
  id: string
  email: string
  /** As the user entered it, or as their provider returned it. */
  name: string | null
  locale: string | null
  /**
   * The ID of the provider that the user signed in with; null if they registered with a password.
   */
  provider: string | null
  requestedAt: Date
  confirmedAt: Date
  /** Of the user. */
  version: number
}

/** Those after the cursor, newest first. Plan: the end of a range of their index. */
export function listWaitingRegistrations(
  db: Db,
  by: { after: { confirmedAt: string; id: string } | null; limit: number },
): Promise<WaitingRegistration[]> {
  const { after, limit } = by
  const beyond = after
    ? Prisma.sql`AND (u.email_verified_at, u.id) < (${after.confirmedAt}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<WaitingRegistration[]>`
    SELECT u.id::text, u.email, u.name, u.locale, u.approval_requested_at AS "requestedAt",
      u.email_verified_at AS "confirmedAt", u.version,
      (SELECT min(e.provider) FROM external_identities e WHERE e.user_id = u.id) AS provider
    FROM users u WHERE ${WAITING} ${beyond}
    ORDER BY u.email_verified_at DESC, u.id DESC LIMIT ${limit}::int`
}

/** How many there are; stops where lists stop counting. */
export async function countWaitingRegistrations(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT FROM users u WHERE ${WAITING} LIMIT ${COUNT_PROBE}::int) waiting`
  return row!.count
}

interface Confirmed {
  email: string
  confirmedAt: Date
}

/** The address of a waiting registration and when it was confirmed, or null if it doesn't wait. */
export async function findWaitingRegistration(db: Db, userId: string): Promise<Confirmed | null> {
  const [row] = await db.$queryRaw<Confirmed[]>`
    SELECT u.email, u.email_verified_at AS "confirmedAt" FROM users u WHERE u.id = ${userId}::uuid AND ${WAITING}`
  return row ?? null
}

/** The same, and no one can delete the registration until `tx` ends. */
export async function lockWaitingRegistrationForKeyShare(
  tx: Tx,
  userId: string,
): Promise<Confirmed | null> {
  const [row] = await tx.$queryRaw<Confirmed[]>`
    SELECT u.email, u.email_verified_at AS "confirmedAt" FROM users u
    WHERE u.id = ${userId}::uuid AND ${WAITING} FOR KEY SHARE`
  return row ?? null
}

/**
 * Deletes a waiting registration with all its data. Returns whom to tell, or null if it doesn't
 * wait: of concurrent decisions one wins.
 */
export async function deleteWaitingRegistration(
  tx: Tx,
  userId: string,
): Promise<{ email: string; locale: string | null } | null> {
  const [row] = await tx.$queryRaw<{ email: string; locale: string | null }[]>`
    DELETE FROM users u WHERE u.id = ${userId}::uuid AND ${WAITING} RETURNING u.email, u.locale`
  return row ?? null
}
