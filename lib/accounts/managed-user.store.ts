import { discardCodesTo } from '@/lib/accounts/sign-in-code.store'
import { discardSignInsOf } from '@/lib/accounts/unproven-sign-in.store'
import { AWAITS_APPROVAL } from '@/lib/accounts/waiting-registration.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { UserKind, UserStatus } from '@/lib/platform/user-statuses'

/**
 * A user as shown to administrators: no password hash, no secret, and of two-step verification only
 * whether it is on.
 */
export interface ManagedUserRow {
  id: string
  kind: UserKind
  email: string
  name: string | null
  locale: string | null
  status: UserStatus
  emailVerifiedAt: Date | null
  mfaEnabledAt: Date | null
  createdAt: Date
  updatedAt: Date
  version: number
  /** Whether its address is confirmed and an administrator has to approve it. */
  awaitsApproval: boolean
  avatarUploadId: string | null
  /** Sorted. */
  roles: string[]
  lastSignInAt: Date | null
}

/** The columns of a ManagedUserRow, as SQL over `users AS u`. */
export const MANAGED_USER = `
  u.id::text AS id, u.kind::text AS kind, u.email, u.name, u.locale, u.status::text AS status,
  u.email_verified_at AS "emailVerifiedAt", u.mfa_enabled_at AS "mfaEnabledAt", u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.version,
  ${AWAITS_APPROVAL} AS "awaitsApproval",
  u.avatar_upload_id::text AS "avatarUploadId",
  ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id
    ORDER BY r.name COLLATE "C") AS roles,
  GREATEST((SELECT max(d.last_used_at) FROM known_devices d WHERE d.user_id = u.id),
    (SELECT max(s.created_at) FROM session_families s WHERE s.user_id = u.id AND s.impersonated_by IS NULL)) AS "lastSignInAt"`

export async function findManagedUser(db: Db, id: string): Promise<ManagedUserRow | null> {
  const rows = await db.$queryRawUnsafe<ManagedUserRow[]>(
    `SELECT ${MANAGED_USER} FROM users u WHERE u.id = $1::uuid`,
    id,
  )
  return rows[0] ?? null
}

/** By normalized address, service accounts included. */
export async function findManagedUserByEmail(
  db: Db,
  email: string,
): Promise<ManagedUserRow | null> {
  const rows = await db.$queryRawUnsafe<ManagedUserRow[]>(
    `SELECT ${MANAGED_USER} FROM users u WHERE u.email = $1`,
    email,
  )
  return rows[0] ?? null
}

/**
 * SQL: whether `users AS u` was created by an administrator and never had a password. The user can
 * only sign in through the invitation.
 */
export const AWAITS_INVITED = `(u.invited_at IS NOT NULL AND u.password_hash IS NULL AND u.status = 'pending')`

/**
 * SQL: whether no one has used `users AS u` yet, and only an emailed link leads to it.
 * `first_signed_in_at` can't tell: it is set in every account older than that column.
 */
const UNCLAIMED = `(u.kind = 'person' AND u.password_hash IS NULL AND u.first_verified_at IS NULL
  AND NOT EXISTS (SELECT FROM external_identities i WHERE i.user_id = u.id)
  AND NOT EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id))`

/** What changing a user requires beyond what is shown. */
export interface LockedUser extends ManagedUserRow {
  deletedFrom: UserStatus | null
  /**
   * Created by an administrator and never had a password. The user can only sign in through the
   * invitation.
   */
  awaitsInvited: boolean
  /** Waits for approval, or did when it was deactivated. */
  unapproved: boolean
  /** Created by an administrator. */
  invited: boolean
  /**
   * No one has verified its address, and it has no password, provider or passkey: only an emailed
   * link leads to it.
   */
  unclaimed: boolean
}

/** The same, and locks the row until `tx` ends. */
export async function lockManagedUserForUpdate(tx: Tx, id: string): Promise<LockedUser | null> {
  const rows = await tx.$queryRawUnsafe<LockedUser[]>(
    `SELECT ${MANAGED_USER}, u.status_before_deletion::text AS "deletedFrom",
       ${AWAITS_INVITED} AS "awaitsInvited", u.invited_at IS NOT NULL AS invited, ${UNCLAIMED} AS unclaimed,
       u.approval_requested_at IS NOT NULL AND u.email_verified_at IS NOT NULL AS unapproved
     FROM users u WHERE u.id = $1::uuid FOR UPDATE OF u`,
    id,
  )
  return rows[0] ?? null
}

/**
 * Writes a status if the current one is still `from`. `deletedFrom` is kept for a later restore. An
 * account that becomes active needs no approval anymore.
 */
export async function writeStatus(
  tx: Tx,
  by: { userId: string; from: UserStatus; to: UserStatus; now: Date },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: by.userId, status: by.from },
    data: {
      status: by.to,
      deletedFrom: by.to === 'deleted' ? by.from : null,
      ...(by.to === 'active' && { approvalRequestedAt: null }),
      version: { increment: 1 },
      updatedAt: by.now,
    },
  })
  return count === 1
}

/**
 * Changes a user's address; `verifiedAt` null means unconfirmed. False when another account has the
 * address. Throws (`isUniqueViolation`) when another account takes it concurrently.
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

/** Changes a user's name; null removes it. */
export async function writeName(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string | null; now: Date },
): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { name, version: { increment: 1 }, updatedAt: now },
  })
}

/** Records that something else covered by the user's entity tag has changed: the roles. */
export async function touchUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { version: { increment: 1 }, updatedAt: now },
  })
}

/**
 * Discards everything unfinished that could become a session: second steps, handoff codes, emailed
 * links and codes, registrations and a pending email change.
 */
export async function discardPendingSignIns(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx.mfaChallenge.deleteMany({ where: { userId } })
  await tx.oauthHandoff.deleteMany({ where: { userId } })
  await tx.oauthFlow.deleteMany({ where: { linkUserId: userId } })
  await tx.emailToken.deleteMany({ where: { userId } })
  await tx.registrationAttempt.deleteMany({ where: { userId } })
  await tx.emailChange.deleteMany({ where: { userId } })
  // By address: a request has no account until its email is sent.
  await discardCodesTo(tx, [email])
  await discardSignInsOf(tx, { userId, addresses: [email] })
}
