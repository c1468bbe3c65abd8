import type { Db, Tx } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'

/** The authenticator of a user, held by the transaction that asked for it. */
export interface Factor {
  secretSealed: Uint8Array
  /** The newest time step of which a code was accepted. */
  lastStep: number
  /** Wrong codes since the last completed second step or quiet spell. */
  failures: number
  /** When the wrong codes are forgotten. */
  failureWindowEndsAt: Date | null
}

/**
 * Holds the user's factor until the transaction ends: codes of one account are judged one after the
 * other. Null when there is none.
 */
export async function lockFactor(tx: Tx, userId: string): Promise<Factor | null> {
  const [row] = await tx.$queryRaw<(Omit<Factor, 'lastStep'> & { lastStep: bigint })[]>`
    SELECT secret_sealed AS "secretSealed", last_step AS "lastStep", failures, failure_window_ends_at AS "failureWindowEndsAt"
    FROM mfa_factors WHERE user_id = ${userId}::uuid FOR UPDATE`
  return row ? { ...row, lastStep: Number(row.lastStep) } : null
}

/** Counts a wrong code; the count is forgotten when none follows until `windowEndsAt`. */
export async function countFailure(
  tx: Tx,
  by: { userId: string; failures: number; windowEndsAt: Date },
): Promise<void> {
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { failures: by.failures, failureWindowEndsAt: by.windowEndsAt },
  })
}

/** Notes a right code: its time step where it has one, and the count of wrong ones starts over. */
export async function acceptCode(tx: Tx, by: { userId: string; step?: number }): Promise<void> {
  const lastStep = by.step === undefined ? {} : { lastStep: BigInt(by.step) }
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { ...lastStep, failures: 0, failureWindowEndsAt: null },
  })
}

/** Stores the same secret sealed anew. */
export async function resealFactor(
  tx: Tx,
  by: { userId: string; secretSealed: Uint8Array<ArrayBuffer> },
): Promise<void> {
  await tx.mfaFactor.updateMany({
    where: { userId: by.userId },
    data: { secretSealed: by.secretSealed },
  })
}

/**
 * Turns the second factor of an active user on, with the step of the code that proved it: that code
 * is used. False, and nothing is written, when one is on already or the account is not active; of
 * parallel attempts one wins.
 */
export async function enableFactor(
  tx: Tx,
  by: { userId: string; secretSealed: Uint8Array<ArrayBuffer>; step: number; now: Date },
): Promise<boolean> {
  const { userId, now } = by
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
  }
  await tx.mfaFactor.createMany({ data: [factor] })
  return true
}

/**
 * Turns the second factor off. False, and nothing is written, when none is on or the password is no
 * longer the one that was checked.
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
 * Holds all that a second step or an enrolment of the user takes, in the order in which they take
 * it, until the transaction ends.
 */
export async function lockFactorsForUpdate(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM mfa_challenges WHERE user_id = ${userId}::uuid ORDER BY token_hash FOR UPDATE`
  await tx.$queryRaw`SELECT 1 FROM mfa_factors WHERE user_id = ${userId}::uuid FOR UPDATE`
  await tx.$queryRaw`SELECT 1 FROM mfa_enrolments WHERE user_id = ${userId}::uuid FOR UPDATE`
}

/**
 * Forgets everything about a second factor (challenges, factor, recovery codes, enrolment): for an
 * account that is taken over by the owner of its address. Rows are taken in the order in which a
 * sign-in takes them.
 */
export async function eraseFactors(tx: Tx, userId: string): Promise<void> {
  await tx.mfaChallenge.deleteMany({ where: { userId } })
  await tx.mfaFactor.deleteMany({ where: { userId } })
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.mfaEnrolment.deleteMany({ where: { userId } })
  await tx.user.updateMany({
    where: { id: userId, mfaEnabledAt: { not: null } },
    data: { mfaEnabledAt: null },
  })
}

/**
 * What a user has on their security page: since when the factor is on, and whether there is a
 * password.
 */
export function findFactorOwner(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, mfaEnabledAt: true, passwordHash: true },
  })
}

/** How many wrong codes end an enrolment. */
const MAX_ENROLMENT_FAILURES = 10

/** A secret that was shown and waits for its first code. */
export interface Enrolment {
  secretSealed: Uint8Array
  expiresAt: Date
}

/**
 * Whose enrolment, and the session that began it: to no other one is the secret shown, and no other
 * may turn it on.
 */
type EnrolmentOwner = Pick<Principal, 'userId' | 'sessionId'>

/**
 * Puts a pending enrolment in the place of an older one. False when the account is not active or a
 * factor is on already.
 */
export async function beginEnrolment(
  db: Db,
  by: EnrolmentOwner & { secretSealed: Uint8Array; expiresAt: Date },
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
 * Holds the pending enrolment of a session until the transaction ends; null when there is none or
 * it has run out.
 */
export async function lockEnrolment(
  tx: Tx,
  by: EnrolmentOwner,
  now: Date,
): Promise<Enrolment | null> {
  const [row] = await tx.$queryRaw<Enrolment[]>`
    SELECT secret_sealed AS "secretSealed", expires_at AS "expiresAt" FROM mfa_enrolments
    WHERE user_id = ${by.userId}::uuid AND session_id = ${by.sessionId}::uuid AND expires_at > ${now}::timestamptz FOR UPDATE`
  return row ?? null
}

/** The pending enrolment of a session; null when there is none or it has run out. */
export function findEnrolment(db: Db, by: EnrolmentOwner, now: Date): Promise<Enrolment | null> {
  const { userId, sessionId } = by
  return db.mfaEnrolment.findFirst({
    where: { userId, sessionId, expiresAt: { gt: now } },
    select: { secretSealed: true, expiresAt: true },
  })
}

/** Counts a wrong code; the tenth ends the enrolment. */
export async function countEnrolmentFailure(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrolment.updateMany({ where: { userId }, data: { failures: { increment: 1 } } })
  await tx.mfaEnrolment.deleteMany({ where: { userId, failures: { gte: MAX_ENROLMENT_FAILURES } } })
}

/** Forgets the pending enrolment of a user. */
export async function endEnrolment(tx: Tx, userId: string): Promise<void> {
  await tx.mfaEnrolment.deleteMany({ where: { userId } })
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  by: { userId: string; hashes: readonly Uint8Array<ArrayBuffer>[] },
): Promise<void> {
  const { userId } = by
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: by.hashes.map((codeHash) => ({ userId, codeHash })) })
}

/** Uses a recovery code up: of parallel attempts one gets `accepted`. */
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

/** Deletes up to `limit` challenges that have run out, used or not. Returns how many. */
export function purgeChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_challenges WHERE token_hash IN (
      SELECT token_hash FROM mfa_challenges WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes up to `limit` enrolments that were never completed. Returns how many. */
export function purgeEnrolments(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_enrolments WHERE user_id IN (
      SELECT user_id FROM mfa_enrolments WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
