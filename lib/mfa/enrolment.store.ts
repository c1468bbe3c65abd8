import type { Db, Tx } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'

/** How many wrong codes end an enrolment. */
const MAX_FAILURES = 10

/** A secret that was shown and waits for its first code. */
export interface Enrolment {
  secretSealed: Uint8Array
  expiresAt: Date
}

/** Whose enrolment, and the session that began it: to no other one is the secret shown, and no other may turn it on. */
type Owner = Pick<Principal, 'userId' | 'sessionId'>

/** Puts a pending enrolment in the place of an older one. False when the account is not active or a factor is on already. */
export async function beginEnrolment(
  db: Db,
  by: Owner & { secretSealed: Uint8Array; expiresAt: Date },
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO mfa_enrolments (user_id, session_id, secret_sealed, failures, expires_at)
    SELECT id, ${by.sessionId}::uuid, ${by.secretSealed}::bytea, 0, ${by.expiresAt}::timestamptz FROM users
    WHERE id = ${by.userId}::uuid AND status = 'active' AND mfa_enabled_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET session_id = EXCLUDED.session_id, secret_sealed = EXCLUDED.secret_sealed, failures = 0,
      expires_at = EXCLUDED.expires_at`
  return count === 1
}

/** Holds the pending enrolment of a session until the transaction ends; null when there is none or it has run out. */
export async function lockEnrolment(tx: Tx, by: Owner, now: Date): Promise<Enrolment | null> {
  const [row] = await tx.$queryRaw<Enrolment[]>`
    SELECT secret_sealed AS "secretSealed", expires_at AS "expiresAt" FROM mfa_enrolments
    WHERE user_id = ${by.userId}::uuid AND session_id = ${by.sessionId}::uuid AND expires_at > ${now}::timestamptz FOR UPDATE`
  return row ?? null
}

/** The pending enrolment of a session; null when there is none or it has run out. */
export function findEnrolment(db: Db, by: Owner, now: Date): Promise<Enrolment | null> {
  const { userId, sessionId } = by
  return db.mfaEnrolment.findFirst({
    where: { userId, sessionId, expiresAt: { gt: now } },
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
