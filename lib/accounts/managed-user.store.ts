import type { Db, Tx } from '@/lib/platform/db/database'
import type { UserStatus } from '@/lib/platform/user-statuses'

/**
 * A user as administrators see one: no hash, no secret, nothing of a factor but that there is one.
 */
export interface ManagedUserRow {
  id: string
  email: string
  name: string | null
  locale: string | null
  status: UserStatus
  emailVerifiedAt: Date | null
  mfaEnabledAt: Date | null
  createdAt: Date
  updatedAt: Date
  version: number
  avatarUploadId: string | null
  /** Sorted. */
  roles: string[]
  lastSignInAt: Date | null
}

/** The columns of a ManagedUserRow, of `users AS u`, in SQL. */
export const MANAGED_USER = `
  u.id::text AS id, u.email, u.name, u.locale, u.status::text AS status, u.email_verified_at AS "emailVerifiedAt",
  u.mfa_enabled_at AS "mfaEnabledAt", u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.version,
  u.avatar_upload_id::text AS "avatarUploadId",
  ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id
    ORDER BY r.name COLLATE "C") AS roles,
  GREATEST((SELECT max(d.last_used_at) FROM known_devices d WHERE d.user_id = u.id),
    (SELECT max(s.created_at) FROM session_families s WHERE s.user_id = u.id)) AS "lastSignInAt"`

/** The user of that id; null when there is none. */
export async function findManagedUser(db: Db, id: string): Promise<ManagedUserRow | null> {
  const rows = await db.$queryRawUnsafe<ManagedUserRow[]>(
    `SELECT ${MANAGED_USER} FROM users u WHERE u.id = $1::uuid`,
    id,
  )
  return rows[0] ?? null
}

/**
 * Whether `users AS u` was made by an administrator and never had a password, in SQL: the
 * invitation is its way in.
 */
export const AWAITS_INVITED = `(u.invited_at IS NOT NULL AND u.password_hash IS NULL AND u.status = 'pending')`

/** What a change of a user has to know beyond what is shown. */
export interface LockedUser extends ManagedUserRow {
  deletedFrom: UserStatus | null
  /** Made by an administrator, and never had a password: the invitation is its way in. */
  awaitsInvited: boolean
}

/** The same, and nobody else writes the row until `tx` ends. */
export async function lockManagedUserForUpdate(tx: Tx, id: string): Promise<LockedUser | null> {
  const rows = await tx.$queryRawUnsafe<LockedUser[]>(
    `SELECT ${MANAGED_USER}, u.status_before_deletion::text AS "deletedFrom",
       ${AWAITS_INVITED} AS "awaitsInvited"
     FROM users u WHERE u.id = $1::uuid FOR UPDATE OF u`,
    id,
  )
  return rows[0] ?? null
}

/** Writes a status if it still is `from`; `deletedFrom` is kept for a later restore. */
export async function writeStatus(
  tx: Tx,
  by: { userId: string; from: UserStatus; to: UserStatus; now: Date },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: by.userId, status: by.from },
    data: {
      status: by.to,
      deletedFrom: by.to === 'deleted' ? by.from : null,
      version: { increment: 1 },
      updatedAt: by.now,
    },
  })
  return count === 1
}

/**
 * Gives a user another address; `verifiedAt` null: unconfirmed. False when another account has it;
 * an account that takes it at this very moment makes it throw instead (`isUniqueViolation`).
 */
export async function writeEmail(
  tx: Tx,
  by: { userId: string; email: string; verifiedAt: Date | null; now: Date },
): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE users SET email = ${by.email}, email_verified_at = ${by.verifiedAt}::timestamptz, version = version + 1,
      updated_at = ${by.now}::timestamptz
    WHERE id = ${by.userId}::uuid AND NOT EXISTS (SELECT FROM users WHERE email = ${by.email})`
  return written === 1
}

/** Gives a user another name; null for none. */
export async function writeName(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string | null; now: Date },
): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { name, version: { increment: 1 }, updatedAt: now },
  })
}

/** Notes that something else that the user's entity tag stands for has changed: the roles. */
export async function touchUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { version: { increment: 1 }, updatedAt: now },
  })
}

/**
 * Ends what was begun and is no session yet: second steps, codes handed to apps, links in mails,
 * registrations, a change of address.
 */
export async function discardBegunSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.mfaChallenge.deleteMany({ where: { userId } })
  await tx.oauthHandoff.deleteMany({ where: { userId } })
  await tx.oauthFlow.deleteMany({ where: { linkUserId: userId } })
  await tx.emailToken.deleteMany({ where: { userId } })
  await tx.registrationAttempt.deleteMany({ where: { userId } })
  await tx.emailChange.deleteMany({ where: { userId } })
}
