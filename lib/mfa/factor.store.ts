import type { Db, Tx } from '@/lib/platform/db/database'

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

/** Holds the user's factor until the transaction ends: codes of one account are judged one after the other. Null when there is none. */
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
  await tx.mfaFactor.updateMany({ where: { userId: by.userId }, data: { secretSealed: by.secretSealed } })
}

/**
 * Turns the second factor of an active user on, with the step of the code that proved it: that code is used. False, and nothing is
 * written, when one is on already or the account is not active; of parallel attempts one wins.
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
  const factor = { userId, secretSealed: by.secretSealed, lastStep: BigInt(by.step), createdAt: now }
  await tx.mfaFactor.createMany({ data: [factor] })
  return true
}

/** Turns the second factor off. False, and nothing is written, when none is on or the password is no longer the one that was checked. */
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

/** Holds all that a second step or an enrolment of the user takes, in the order in which they take it, until the transaction ends. */
export async function holdFactors(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM mfa_challenges WHERE user_id = ${userId}::uuid ORDER BY token_hash FOR UPDATE`
  await tx.$queryRaw`SELECT 1 FROM mfa_factors WHERE user_id = ${userId}::uuid FOR UPDATE`
  await tx.$queryRaw`SELECT 1 FROM mfa_enrolments WHERE user_id = ${userId}::uuid FOR UPDATE`
}

/**
 * Forgets everything about a second factor (challenges, factor, recovery codes, enrolment): for an account that is taken over by
 * the owner of its address. Rows are taken in the order in which a sign-in takes them.
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

/** What a user has on their security page: since when the factor is on, and whether there is a password. */
export function findFactorOwner(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, mfaEnabledAt: true, passwordHash: true },
  })
}
