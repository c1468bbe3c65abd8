import type { Db, Tx } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** A user's authenticator, locked by the current transaction. */
export interface Factor {
  secretSealed: Uint8Array
  /** The latest time step whose code was accepted. */
  lastStep: number
  /** Incorrect codes since the last completed second step or quiet period. */
  failures: number
  /** When the incorrect codes are forgotten. */
  failureWindowEndsAt: Date | null
}

/**
 * Finds and locks the user's factor until the transaction ends, so that codes of one account are
 * verified one after the other. Null when there is none.
 */
export async function lockFactor(tx: Tx, userId: string): Promise<Factor | null> {
  const [row] = await tx.$queryRaw<(Omit<Factor, 'lastStep'> & { lastStep: bigint })[]>`
    SELECT secret_sealed AS "secretSealed", last_step AS "lastStep", failures, failure_window_ends_at AS "failureWindowEndsAt"
    FROM mfa_factors WHERE user_id = ${userId}::uuid FOR UPDATE`
  return row ? { ...row, lastStep: Number(row.lastStep) } : null
}

/** Counts an incorrect code. The count resets when no other follows until `windowEndsAt`. */
export async function countFailure(
  tx: Tx,
  by: { userId: string; failures: number; windowEndsAt: Date },
): Promise<void> {
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { failures: by.failures, failureWindowEndsAt: by.windowEndsAt },
  })
}

/**
 * Records a correct code with its time step, if it has one, and resets the count of incorrect
 * codes.
 */
export async function acceptCode(tx: Tx, by: { userId: string; step?: number }): Promise<void> {
  const lastStep = by.step === undefined ? {} : { lastStep: BigInt(by.step) }
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { ...lastStep, failures: 0, failureWindowEndsAt: null },
  })
}

/** Stores the same secret after sealing it again. */
export async function resealFactor(
  tx: Tx,
  by: { userId: string; secretSealed: Uint8Array<ArrayBuffer> },
): Promise<void> {
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { secretSealed: by.secretSealed },
  })
}

/** Who adds a factor or recovery codes, in a session that began when, and the time. */
export interface FactorAddition {
  userId: string
  sessionStartedAt: Date
  now: Date
}

/**
 * Turns two-step verification on for an active user, with the time step of the code that proved it,
 * which counts as used. False, and nothing is written, when it is already on or the account is not
 * active. Of concurrent attempts one wins.
 */
export async function enableFactor(
  tx: Tx,
  by: FactorAddition & { secretSealed: Uint8Array<ArrayBuffer>; step: number },
): Promise<boolean> {
  const { userId, sessionStartedAt, now } = by
  const { count } = await tx.user.updateMany({
    where: { id: userId, mfaEnabledAt: null, status: 'active' },
    data: { mfaEnabledAt: now, version: { increment: 1 } },
  })
  if (count === 0) return false
  const factor = {
    userId,
    secretSealed: by.secretSealed,
    lastStep: BigInt(by.step),
    createdAt: now,
    sessionStartedAt,
  }
  await tx.mfaFactor.createMany({ data: [factor] })
  return true
}

/**
 * Turns two-step verification off. False, and nothing is written, when it is off or the password
 * has changed since it was checked.
 */
export async function disableFactor(
  tx: Tx,
  by: { userId: string; passwordChangedAt: Date | null },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: by.userId, mfaEnabledAt: { not: null }, passwordChangedAt: by.passwordChangedAt },
    data: { mfaEnabledAt: null, version: { increment: 1 } },
  })
  if (count === 0) return false
  await tx.mfaFactor.deleteMany({ where: { userId: by.userId } })
  await tx.recoveryCode.deleteMany({ where: { userId: by.userId } })
  return true
}

/**
 * Deletes everything about two-step verification (challenges, factor, recovery codes, enrollment),
 * for an account that the owner of its address takes over. Returns whether it was on.
 */
export async function eraseFactors(tx: Tx, userId: string): Promise<boolean> {
  await tx.mfaChallenge.deleteMany({ where: { userId } })
  await tx.mfaFactor.deleteMany({ where: { userId } })
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.mfaEnrollment.deleteMany({ where: { userId } })
  const { count } = await tx.user.updateMany({
    where: { id: userId, mfaEnabledAt: { not: null } },
    data: { mfaEnabledAt: null },
  })
  return count > 0
}

/**
 * What a user's security page shows: since when two-step verification is on, and whether there is a
 * password.
 */
export function findFactorOwner(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, mfaEnabledAt: true, passwordHash: true },
  })
}

/** How long an enrollment waits for its first code. */
export const ENROLLMENT_SECONDS = 600

/** How many incorrect codes end an enrollment. */
const MAX_ENROLLMENT_FAILURES = 10

/** A secret that was shown and waits for its first code. */
export interface Enrollment {
  secretSealed: Uint8Array
  expiresAt: Date
}

/**
 * The owner of an enrollment, and the session that began it. No other session sees the secret or
 * can turn it on.
 */
type EnrollmentOwner = Pick<SessionPrincipal, 'userId' | 'sessionId'>

/**
 * Replaces an older pending enrollment. False when the account is not active or two-step
 * verification is already on.
 */
export async function beginEnrollment(
  db: Db,
  by: EnrollmentOwner & { secretSealed: Uint8Array; expiresAt: Date },
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO mfa_enrolments (user_id, session_id, secret_sealed, failures, expires_at)
    SELECT id, ${by.sessionId}::uuid, ${by.secretSealed}::bytea, 0, ${by.expiresAt}::timestamptz FROM users
    WHERE id = ${by.userId}::uuid AND status = 'active' AND mfa_enabled_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET session_id = EXCLUDED.session_id, secret_sealed = EXCLUDED.secret_sealed, failures = 0,
      expires_at = EXCLUDED.expires_at`
  return count === 1
}

/**
 * Finds and locks a session's pending enrollment until the transaction ends. Null when there is
 * none or it has expired.
 */
export async function lockEnrollment(
  tx: Tx,
  by: EnrollmentOwner,
  now: Date,
): Promise<Enrollment | null> {
  const [row] = await tx.$queryRaw<Enrollment[]>`
    SELECT secret_sealed AS "secretSealed", expires_at AS "expiresAt" FROM mfa_enrolments
    WHERE user_id = ${by.userId}::uuid AND session_id = ${by.sessionId}::uuid AND expires_at > ${now}::timestamptz FOR UPDATE`
  return row ?? null
}

/** A session's pending enrollment. Null when there is none or it has expired. */
export function findEnrollment(db: Db, by: EnrollmentOwner, now: Date): Promise<Enrollment | null> {
  const { userId, sessionId } = by
  return db.mfaEnrollment.findFirst({
    where: { userId, sessionId, expiresAt: { gt: now } },
    select: { secretSealed: true, expiresAt: true },
  })
}

/** Counts an incorrect code; the tenth ends the enrollment. */
export async function countEnrollmentFailure(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrollment.updateMany({ where: { userId }, data: { failures: { increment: 1 } } })
  await tx.mfaEnrollment.deleteMany({
    where: { userId, failures: { gte: MAX_ENROLLMENT_FAILURES } },
  })
}

/** Deletes a user's pending enrollment. */
export async function endEnrollment(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrollment.deleteMany({ where: { userId } })
}

export async function replaceRecoveryCodes(
  tx: Tx,
  by: FactorAddition & { hashes: readonly Uint8Array<ArrayBuffer>[] },
): Promise<void> {
  const { userId, sessionStartedAt, now: createdAt } = by
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({
    data: by.hashes.map((codeHash) => ({ userId, codeHash, createdAt, sessionStartedAt })),
  })
}

/** Consumes a recovery code. Of concurrent attempts one gets `accepted`. */
export async function spendRecoveryCode(
  tx: Tx,
  by: { userId: string; hash: Uint8Array<ArrayBuffer>; now: Date },
): Promise<'accepted' | 'used' | 'wrong'> {
  const code = { userId: by.userId, codeHash: by.hash }
  const { count } = await tx.recoveryCode.updateMany({
    where: { ...code, usedAt: null },
    data: { usedAt: by.now },
  })
  if (count === 1) return 'accepted'
  return (await tx.recoveryCode.count({ where: code })) > 0 ? 'used' : 'wrong'
}

/** How many recovery codes a user has left. */
export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } })
}

/** Deletes up to `limit` expired challenges, used or not. Returns how many. */
export function purgeChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_challenges WHERE token_hash IN (
      SELECT token_hash FROM mfa_challenges WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes up to `limit` enrollments that were never completed. Returns how many. */
export function purgeEnrollments(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_enrolments WHERE user_id IN (
      SELECT user_id FROM mfa_enrolments WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
