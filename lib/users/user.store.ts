import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserRow } from '@/lib/users/public-user'

/** What signing in needs of a user. */
export interface Credentials {
  id: string
  email: string
  name: string | null
  status: 'pending' | 'active' | 'deactivated' | 'deleted'
  passwordHash: string | null
  passwordChangedAt: Date | null
  emailVerifiedAt: Date | null
  mfaEnabledAt: Date | null
}

const CREDENTIALS = {
  id: true,
  email: true,
  name: true,
  status: true,
  passwordHash: true,
  passwordChangedAt: true,
  emailVerifiedAt: true,
  mfaEnabledAt: true,
} as const

const PROFILE = {
  id: true,
  email: true,
  name: true,
  emailVerifiedAt: true,
  mfaEnabledAt: true,
  locale: true,
  createdAt: true,
} as const

/** The user of that (normalised) address. */
export function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return db.user.findUnique({ where: { email }, select: CREDENTIALS })
}

/** The user of that id. */
export function findCredentials(db: Db, id: string): Promise<Credentials | null> {
  return db.user.findUnique({ where: { id }, select: CREDENTIALS })
}

/** The profile columns of a user. */
export function findProfile(db: Db, id: string) {
  return db.user.findUnique({ where: { id }, select: PROFILE })
}

/** Makes others who want to change this user, or what belongs to them, wait until `tx` ends. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}

/** The profile columns of an active user, locked until `tx` ends. */
export async function lockProfile(tx: Tx, id: string) {
  await lockUser(tx, id)
  return tx.user.findUnique({ where: { id, status: 'active' }, select: PROFILE })
}

/** Writes profile fields of a user that is locked; undefined leaves a field alone. */
export function updateProfileOf(
  tx: Tx,
  id: string,
  fields: { name?: string | null; locale?: string | null },
) {
  return tx.user.update({ where: { id }, data: { ...fields, version: { increment: 1 } }, select: PROFILE })
}

/** Makes a pending user unless the address is taken; of parallel attempts one gets the id, the others null. */
export async function insertPendingUser(
  tx: Tx,
  user: { email: string; name: string | null; passwordHash: string; locale: string; now: Date },
): Promise<string | null> {
  const { now, ...fields } = user
  const [row] = await tx.user.createManyAndReturn({
    data: { id: newId(), ...fields, passwordChangedAt: now, createdAt: now, updatedAt: now },
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

/**
 * Gives a pending user the newest registrant's name and password: until the address is confirmed nobody owns the account, and
 * whoever confirms must find the password that they typed last. Null when the user is not pending, or was invited: a stranger's
 * password must not wait for the person who confirms, with the roles that an administrator gave.
 */
export async function replacePendingUser(
  tx: Tx,
  user: { email: string; name: string | null; passwordHash: string; locale: string; now: Date },
): Promise<string | null> {
  const { now, email, ...fields } = user
  const [row] = await tx.user.updateManyAndReturn({
    where: { email, status: 'pending', invitedAt: null },
    data: { ...fields, passwordChangedAt: now, version: { increment: 1 } },
    select: { id: true },
  })
  return row?.id ?? null
}

/** Marks the address verified and a pending account active. Null when the account is deactivated, deleted or has another address. */
export async function activateVerifiedUser(
  tx: Tx,
  by: { userId: string; email: string; now: Date },
): Promise<UserRow | null> {
  const [row] = await tx.user.updateManyAndReturn({
    where: { id: by.userId, email: by.email, status: { in: ['pending', 'active'] } },
    data: { status: 'active', emailVerifiedAt: by.now, version: { increment: 1 } },
    select: { id: true, email: true, name: true, emailVerifiedAt: true, mfaEnabledAt: true },
  })
  return row ?? null
}

/** Sets a new password hash if the present one is still `replacing`; the row count decides between parallel changes. */
export async function replacePasswordHash(
  db: Db,
  by: { userId: string; replacing: string | null; passwordHash: string; now: Date },
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: by.userId, passwordHash: by.replacing, status: 'active' },
    data: { passwordHash: by.passwordHash, passwordChangedAt: by.now, version: { increment: 1 } },
  })
  return count === 1
}

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function upgradePasswordHash(
  db: Db,
  by: { userId: string; replacing: string; passwordHash: string },
): Promise<void> {
  await db.user.updateMany({
    where: { id: by.userId, passwordHash: by.replacing },
    data: { passwordHash: by.passwordHash },
  })
}

/** Sets the password of a pending or active account whose mailbox was just proven, and marks the address verified. */
export async function resetPasswordHash(
  tx: Tx,
  by: { userId: string; email: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE users SET password_hash = ${by.passwordHash}, password_changed_at = ${by.now}::timestamptz, status = 'active',
      email_verified_at = COALESCE(email_verified_at, ${by.now}::timestamptz), version = version + 1, updated_at = ${by.now}::timestamptz
    WHERE id = ${by.userId}::uuid AND email = ${by.email} AND status IN ('pending', 'active')`
  return count === 1
}

/**
 * Makes the first administrator's account, active and verified; takes over a pending one of that address. Null when the address
 * belongs to an account that was verified once.
 */
export async function makeFirstAdministrator(
  tx: Tx,
  by: { email: string; name: string | null; passwordHash: string; locale: string; now: Date },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, name, locale, status, password_hash, password_changed_at, email_verified_at, created_at, updated_at)
    VALUES (${newId()}::uuid, ${by.email}, ${by.name}, ${by.locale}, 'active', ${by.passwordHash}, ${by.now}::timestamptz,
      ${by.now}::timestamptz, ${by.now}::timestamptz, ${by.now}::timestamptz)
    ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name, status = 'active', password_hash = EXCLUDED.password_hash,
      password_changed_at = EXCLUDED.password_changed_at, email_verified_at = EXCLUDED.email_verified_at,
      version = users.version + 1, updated_at = EXCLUDED.updated_at
      WHERE users.status = 'pending'
    RETURNING id`
  return rows[0]?.id ?? null
}
