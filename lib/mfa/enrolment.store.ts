import type { Db, Tx } from '@/lib/platform/db/database'

/** How many wrong codes end an enrolment. */
const MAX_FAILURES = 10

/** A secret that was shown and waits for its first code. */
export interface Enrolment {
  secretSealed: Uint8Array
  expiresAt: Date
}

/** Puts a pending enrolment in the place of an older one. False when the account is not active or a factor is on already. */
export async function beginEnrolment(
  db: Db,
  by: { userId: string; secretSealed: Uint8Array; expiresAt: Date },
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO mfa_enrolments (user_id, secret_sealed, failures, expires_at)
    SELECT id, ${by.secretSealed}::bytea, 0, ${by.expiresAt}::timestamptz FROM users
    WHERE id = ${by.userId}::uuid AND status = 'active' AND mfa_enabled_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET secret_sealed = EXCLUDED.secret_sealed, failures = 0, expires_at = EXCLUDED.expires_at`
  return count === 1
}

/** Holds the pending enrolment of a user until the transaction ends; null when there is none or it has run out. */
export async function lockEnrolment(tx: Tx, userId: string, now: Date): Promise<Enrolment | null> {
  const [row] = await tx.$queryRaw<Enrolment[]>`
    SELECT secret_sealed AS "secretSealed", expires_at AS "expiresAt" FROM mfa_enrolments
    WHERE user_id = ${userId}::uuid AND expires_at > ${now}::timestamptz FOR UPDATE`
  return row ?? null
}

/** The pending enrolment of a user; null when there is none or it has run out. */
export function findEnrolment(db: Db, userId: string, now: Date): Promise<Enrolment | null> {
  return db.mfaEnrolment.findFirst({
    where: { userId, expiresAt: { gt: now } },
    select: { secretSealed: true, expiresAt: true },
  })
}

/** Counts a wrong code; the tenth ends the enrolment. */
export async function countEnrolmentFailure(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrolment.updateMany({ where: { userId }, data: { failures: { increment: 1 } } })
  await tx.mfaEnrolment.deleteMany({ where: { userId, failures: { gte: MAX_FAILURES } } })
}

/** Forgets the pending enrolment of a user. */
export async function endEnrolment(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrolment.deleteMany({ where: { userId } })
}
