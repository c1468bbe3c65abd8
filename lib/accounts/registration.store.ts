import { needsApproval } from '@/lib/accounts/registration-policy'
import { AWAITS_APPROVAL } from '@/lib/accounts/waiting-registration.store'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { ProfileValues } from '@/lib/profile-fields/profile-field.schemas'
import { Prisma } from '@/prisma/generated/client'

/** How many different registrations of one address may be pending. */
const MAX_WAITING = 8
const WAIT_SECONDS = 7 * 86_400

interface NewAttempt {
  email: string
  passwordHash: string
  name: string | null
  /** Values of profile fields, checked against the fields that `tx` holds. */
  profile: ProfileValues
  locale: string
  browserHash: Uint8Array<ArrayBuffer> | null
  /** Whether an administrator must approve the account before it can be used. */
  needsApproval: boolean
  now: Date
}

/**
 * The result of a registration. `attemptId` is null when it was dropped because too many are
 * already pending.
 */
export interface AddedAttempt {
  userId: string
  result: 'created' | 'added' | 'repeated' | 'dropped'
  attemptId: string | null
}

/**
 * Creates a pending account with its first attempt, unless the address is taken. Of concurrent
 * registrations one creates the account, the others get null.
 */
export async function createRegistration(tx: Tx, by: NewAttempt): Promise<AddedAttempt | null> {
  const { email, name, locale, needsApproval, now } = by
  const approvalRequestedAt = needsApproval ? now : null
  const [user] = await tx.user.createManyAndReturn({
    data: {
      id: newId(),
      email,
      name,
      locale,
      approvalRequestedAt,
      createdAt: now,
      updatedAt: now,
    },
    skipDuplicates: true,
    select: { id: true },
  })
  if (!user) return null
  const attemptId = await insertAttempt(tx, user.id, by, { sole: true })
  return { userId: user.id, result: 'created', attemptId }
}

/**
 * Adds an attempt to the pending registrations of an address. Null when none is pending, or when an
 * administrator created the account, or its address was confirmed and it waits for approval. Other
 * attempts don't change, except that none of them is the sole one anymore. The same password again
 * is the same attempt. The latest registration decides whether the account needs approval.
 */
export async function addRegistration(tx: Tx, by: NewAttempt): Promise<AddedAttempt | null> {
  // Locked until the end, so that registrations of one address run one after the other, and after
  // or before whatever ends their pending state.
  const [user] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM users u
    WHERE email = ${by.email} AND status = 'pending' AND invited_at IS NULL AND password_hash IS NULL
      AND NOT ${Prisma.raw(AWAITS_APPROVAL)}
    FOR NO KEY UPDATE`
  if (!user) return null
  const userId = user.id
  await tx.$executeRaw`
    UPDATE users SET approval_requested_at = ${by.needsApproval ? by.now : null}::timestamptz
    WHERE id = ${userId}::uuid AND (approval_requested_at IS NOT NULL) <> ${by.needsApproval}::boolean`
  await tx.registrationAttempt.deleteMany({ where: { userId, expiresAt: { lte: by.now } } })
  const repeated = await renewAttempt(tx, userId, by)
  if (repeated) return { userId, result: 'repeated', attemptId: repeated }
  // A dropped attempt counts too: the user who confirms must then say which password is meant.
  await tx.registrationAttempt.updateMany({ where: { userId, sole: true }, data: { sole: false } })
  const attemptId = await insertAttempt(tx, userId, by, { sole: false })
  return { userId, result: attemptId ? 'added' : 'dropped', attemptId }
}

async function renewAttempt(tx: Tx, userId: string, by: NewAttempt): Promise<string | null> {
  const [row] = await tx.registrationAttempt.updateManyAndReturn({
    where: { userId, passwordHash: by.passwordHash },
    data: {
      expiresAt: waitsUntil(by.now),
      profile: { ...by.profile },
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
      (id, user_id, password_hash, name, profile, locale, browser_hash, sole, created_at, expires_at)
    SELECT ${newId()}::uuid, ${userId}::uuid, ${by.passwordHash}, ${by.name}, ${JSON.stringify(by.profile)}::jsonb, ${by.locale}, ${by.browserHash}::bytea,
      ${sole}::boolean, ${by.now}::timestamptz, ${waitsUntil(by.now)}::timestamptz
    WHERE (SELECT count(*) FROM registration_attempts WHERE user_id = ${userId}::uuid) < ${MAX_WAITING}::int
    RETURNING id::text`
  return rows[0]?.id ?? null
}

/** A pending attempt, with what its email needs. */
export interface WaitingAttempt {
  id: string
  locale: string
  createdAt: Date
}

/** An account's pending attempts, newest first. */
export function listWaitingAttempts(db: Db, userId: string, now: Date): Promise<WaitingAttempt[]> {
  return db.registrationAttempt.findMany({
    where: { userId, expiresAt: { gt: now }, user: { status: 'pending' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, locale: true, createdAt: true },
  })
}

/**
 * Drops every attempt of an account, because the account now has an owner, or because one of the
 * attempts could otherwise take it over.
 */
export async function dropAttempts(tx: Tx, userId: string): Promise<void> {
  await tx.registrationAttempt.deleteMany({ where: { userId } })
}

/**
 * Deletes up to `limit` attempts that were not confirmed in time. Returns how many; fewer than
 * `limit` means none are left.
 */
export async function purgeAttempts(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM registration_attempts WHERE id IN (
      SELECT id FROM registration_attempts WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/**
 * How long a registration stays pending, in seconds. Never shorter than the lifetime of its first
 * link.
 */
export function registrationWaitSeconds(): number {
  return Math.max(WAIT_SECONDS, settings().email.verifyTokenTtlSeconds)
}

const waitsUntil = (now: Date) => addSeconds(now, registrationWaitSeconds())

/**
 * SQL: since when `users u` awaits approval once its address is confirmed. A registration that was
 * begun before approval was required needs it too.
 */
export function selectApprovalRequest(now: Date): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${needsApproval()}::boolean AND ${WAITS}
      THEN COALESCE(u.approval_requested_at, ${now}::timestamptz) ELSE u.approval_requested_at END`
}

/** SQL: whether `users u` has no role but `user`. */
export const HAS_ONLY_USER_ROLE = Prisma.sql`
  NOT EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = u.id AND NOT (r.is_system AND r.name_key = 'user'))`

const WAITS = Prisma.sql`(u.status = 'pending' AND u.invited_at IS NULL AND u.first_verified_at IS NULL)`

/**
 * SQL: whether `users u` has no owner yet: its address was registered but not confirmed, no
 * administrator created the account, and it has no role beyond `user`. Such an account must not
 * block its address for anyone.
 */
export const IS_UNCONFIRMED = Prisma.sql`(${WAITS} AND ${HAS_ONLY_USER_ROLE})`

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
 * Deletes the unconfirmed registrations of these addresses with all their data. Returns their ids.
 */
export async function deleteUnconfirmed(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM users u WHERE u.email = ANY (${[...emails]}::text[]) AND ${IS_UNCONFIRMED} RETURNING u.id::text`
  return rows.map(({ id }) => id)
}

interface Expiry {
  before: Date
  /** Links that expired until then can't be used anymore, whatever clock decides. */
  linksUntil: Date
  now: Date
}

/**
 * SQL: whether `users u` is nothing but a registration made until `before`, restored by no one
 * since, that can no longer be confirmed: neither a password nor a link waits.
 */
const hasExpired = ({ before, linksUntil, now }: Expiry) => Prisma.sql`(${IS_UNCONFIRMED}
  AND u.kind = 'person' AND u.password_hash IS NULL
  AND u.created_at <= ${before}::timestamptz AND u.updated_at <= ${before}::timestamptz
  AND NOT EXISTS (SELECT FROM registration_attempts a
    WHERE a.user_id = u.id AND a.expires_at > ${now}::timestamptz)
  AND NOT EXISTS (SELECT FROM email_tokens t
    WHERE t.user_id = u.id AND t.expires_at > ${linksUntil}::timestamptz)
  AND NOT EXISTS (SELECT FROM session_families f WHERE f.user_id = u.id)
  AND NOT EXISTS (SELECT FROM external_identities e WHERE e.user_id = u.id)
  AND NOT EXISTS (SELECT FROM uploads o WHERE o.user_id = u.id))`

/**
 * Deletes up to `limit` unconfirmed registrations made until `before` that can no longer be
 * confirmed, with all their data. Returns their ids; fewer than `limit` means none are left. What
 * is locked first is checked again, in a statement that sees what was committed meanwhile, such as
 * another registration of the address.
 */
export async function deleteExpiredRegistrations(
  db: Db,
  { limit, ...by }: Expiry & { limit: number },
): Promise<string[]> {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id::text FROM users u WHERE ${hasExpired(by)}
    ORDER BY u.created_at, u.id LIMIT ${limit}::int FOR UPDATE OF u SKIP LOCKED`
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const deleted = await db.$queryRaw<{ id: string }[]>`
    DELETE FROM users u WHERE u.id = ANY(${ids}::uuid[]) AND ${hasExpired(by)} RETURNING u.id::text`
  return deleted.map(({ id }) => id)
}

/**
 * Finds and locks the account of an address that was registered and not confirmed, whatever roles
 * it was given since.
 */
export async function holdUnconfirmed(
  tx: Tx,
  email: string,
): Promise<{ id: string; holdsMore: boolean } | null> {
  const rows = await tx.$queryRaw<{ id: string; holdsMore: boolean }[]>`
    SELECT u.id::text, NOT ${HAS_ONLY_USER_ROLE} AS "holdsMore" FROM users u
    WHERE u.email = ${email} AND ${WAITS} FOR UPDATE OF u`
  return rows[0] ?? null
}

/** Deletes a pending account with all its data. */
export async function deletePending(tx: Tx, id: string): Promise<void> {
  await tx.user.deleteMany({ where: { id, status: 'pending' } })
}
