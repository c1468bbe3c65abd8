import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/prisma/generated/client'

/** How many different registrations of one address may wait. */
const MAX_WAITING = 8
const WAIT_SECONDS = 7 * 86_400

interface NewAttempt {
  email: string
  passwordHash: string
  name: string | null
  locale: string
  browserHash: Uint8Array<ArrayBuffer> | null
  now: Date
}

/**
 * What became of a registration; `attemptId` is null when it was dropped, because too many wait
 * already.
 */
export interface AddedAttempt {
  userId: string
  result: 'created' | 'added' | 'repeated' | 'dropped'
  attemptId: string | null
}

/**
 * Makes a pending account with its first attempt, unless the address is taken; of parallel
 * registrations one makes the account, the others get null.
 */
export async function createRegistration(tx: Tx, by: NewAttempt): Promise<AddedAttempt | null> {
  const { email, name, locale, now } = by
  const [user] = await tx.user.createManyAndReturn({
    data: { id: newId(), email, name, locale, createdAt: now, updatedAt: now },
    skipDuplicates: true,
    select: { id: true },
  })
  if (!user) return null
  const attemptId = await insertAttempt(tx, user.id, by, { sole: true })
  return { userId: user.id, result: 'created', attemptId }
}

/**
 * Adds an attempt to the registrations of an address that waits for confirmation; null when it does
 * not, or when an administrator made the account. No other attempt changes, except that none is the
 * only one any more. The same password again is the same attempt.
 */
export async function addRegistration(tx: Tx, by: NewAttempt): Promise<AddedAttempt | null> {
  // Held until the end: registrations of one address come one after the other, and so does whatever
  // ends their waiting.
  const [user] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM users
    WHERE email = ${by.email} AND status = 'pending' AND invited_at IS NULL AND password_hash IS NULL
    FOR NO KEY UPDATE`
  if (!user) return null
  const userId = user.id
  await tx.registrationAttempt.deleteMany({ where: { userId, expiresAt: { lte: by.now } } })
  const repeated = await renewAttempt(tx, userId, by)
  if (repeated) return { userId, result: 'repeated', attemptId: repeated }
  // A dropped one counts too: whoever confirms has to say which password is meant.
  await tx.registrationAttempt.updateMany({ where: { userId, sole: true }, data: { sole: false } })
  const attemptId = await insertAttempt(tx, userId, by, { sole: false })
  return { userId, result: attemptId ? 'added' : 'dropped', attemptId }
}

async function renewAttempt(tx: Tx, userId: string, by: NewAttempt): Promise<string | null> {
  const [row] = await tx.registrationAttempt.updateManyAndReturn({
    where: { userId, passwordHash: by.passwordHash },
    data: {
      expiresAt: waitsUntil(by.now),
      ...(by.name !== null && { name: by.name }),
      ...(by.browserHash && { browserHash: by.browserHash }),
    },
    select: { id: true },
  })
  return row?.id ?? null
}

async function insertAttempt(
  tx: Tx,
  userId: string,
  by: NewAttempt,
  { sole }: { sole: boolean },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO registration_attempts
      (id, user_id, password_hash, name, locale, browser_hash, sole, created_at, expires_at)
    SELECT ${newId()}::uuid, ${userId}::uuid, ${by.passwordHash}, ${by.name}, ${by.locale}, ${by.browserHash}::bytea,
      ${sole}::boolean, ${by.now}::timestamptz, ${waitsUntil(by.now)}::timestamptz
    WHERE (SELECT count(*) FROM registration_attempts WHERE user_id = ${userId}::uuid) < ${MAX_WAITING}::int
    RETURNING id::text`
  return rows[0]?.id ?? null
}

/** An attempt that waits for the link in a mail, as that mail needs it. */
export interface WaitingAttempt {
  id: string
  locale: string
  createdAt: Date
}

/** The attempts of an account that wait for their confirmation, newest first. */
export function listWaitingAttempts(db: Db, userId: string, now: Date): Promise<WaitingAttempt[]> {
  return db.registrationAttempt.findMany({
    where: { userId, expiresAt: { gt: now }, user: { status: 'pending' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, locale: true, createdAt: true },
  })
}

/**
 * Drops every attempt of an account: it is somebody's now, or may become nobody's by one of them.
 */
export async function dropAttempts(tx: Tx, userId: string): Promise<void> {
  await tx.registrationAttempt.deleteMany({ where: { userId } })
}

/**
 * Deletes up to `limit` attempts that nobody confirmed in time. Returns how many; fewer than
 * `limit`: none is left.
 */
export async function purgeAttempts(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM registration_attempts WHERE id IN (
      SELECT id FROM registration_attempts WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** How long a registration waits for its confirmation: never shorter than its first link works. */
export function registrationWaitSeconds(): number {
  return Math.max(WAIT_SECONDS, settings().email.verifyTokenTtlSeconds)
}

const waitsUntil = (now: Date) => addSeconds(now, registrationWaitSeconds())

/** SQL: whether `users u` has no role but `user`. */
export const HOLDS_NOTHING_MORE = Prisma.sql`
  NOT EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = u.id AND NOT (r.is_system AND r.name_key = 'user'))`

const WAITS = Prisma.sql`(u.status = 'pending' AND u.invited_at IS NULL AND u.first_verified_at IS NULL)`

/**
 * SQL: whether `users u` is nobody's: somebody registered the address and did not confirm it, no
 * administrator made the account, and it holds nothing beyond `user`. Such an account must not keep
 * its address from anybody.
 */
export const IS_UNCONFIRMED = Prisma.sql`(${WAITS} AND ${HOLDS_NOTHING_MORE})`

/**
 * Which of these (normalized) addresses belong to an account other than an unconfirmed
 * registration.
 */
export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    SELECT u.email FROM users u WHERE u.email = ANY (${[...emails]}::text[]) AND NOT ${IS_UNCONFIRMED}`
  return new Set(rows.map(({ email }) => email))
}

/**
 * Deletes the unconfirmed registrations of these addresses, with everything that belongs to them.
 * Returns their ids.
 */
export async function deleteUnconfirmed(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM users u WHERE u.email = ANY (${[...emails]}::text[]) AND ${IS_UNCONFIRMED} RETURNING u.id::text`
  return rows.map(({ id }) => id)
}

/**
 * The account of an address that was registered and not confirmed, whatever roles it was given
 * meanwhile. It is held from here on.
 */
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
