import { lockLinkOwner } from '@/lib/accounts/email-token.store'
import { HAS_ONLY_USER_ROLE, selectApprovalRequest } from '@/lib/accounts/registration.store'
import { isSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { MAX_PROFILE_BYTES } from '@/lib/profile-fields/profile-field.schemas'
import { READ_ONLY_KEYS, shareProfileFields } from '@/lib/profile-fields/profile-field.store'
import { Prisma } from '@/prisma/generated/client'

/** What a valid verification link leads to. */
export interface Verification {
  userId: string
  email: string
  /**
   * Whether anyone has proven an address of this account before. If so, the link only confirms its
   * current address.
   */
  proven: boolean
  /** Whether the account has no role but `user`. */
  plain: boolean
  /**
   * The registration that the link was sent for. Null when there was none, or it is no longer
   * pending.
   */
  attempt: { passwordHash: string; browserHash: Uint8Array | null; sole: boolean } | null
}

interface Row extends Omit<Verification, 'attempt'> {
  passwordHash: string | null
  browserHash: Uint8Array | null
  sole: boolean | null
}

/**
 * What a verification link leads to, without consuming it. Null when it is unknown, used or
 * expired, or when its account is deactivated, deleted or has a different address.
 */
export async function findVerification(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<Verification | null> {
  if (!isSecretToken(token)) return null
  const [row] = await db.$queryRaw<Row[]>`
    SELECT u.id::text AS "userId", u.email, u.status = 'active' AND u.first_verified_at IS NOT NULL AS proven,
      ${HAS_ONLY_USER_ROLE} AS plain,
      a.password_hash AS "passwordHash", a.browser_hash AS "browserHash", a.sole
    FROM email_tokens t
    JOIN users u ON u.id = t.user_id AND u.email = t.email AND u.status IN ('pending', 'active') AND u.kind = 'person'
    LEFT JOIN registration_attempts a ON a.id = t.attempt_id AND a.user_id = u.id
      AND a.expires_at > ${now}::timestamptz AND u.status = 'pending' AND u.invited_at IS NULL
    WHERE t.token_hash = ${sha256(token)} AND t.kind = 'verify_email'
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz`
  if (!row) return null
  const { passwordHash, browserHash, sole, ...account } = row
  return {
    ...account,
    attempt: passwordHash === null ? null : { passwordHash, browserHash, sole: !!sole },
  }
}

/**
 * The same, and locks the account until the transaction ends, against confirming it, registering it
 * again or giving it a role.
 */
export async function lockVerificationForUpdate(
  tx: Tx,
  by: { token: string; now: Date },
): Promise<Verification | null> {
  if (!isSecretToken(by.token)) return null
  const tokenHash = sha256(by.token)
  await lockLinkOwner(tx, tokenHash)
  // A separate statement, so that it sees what was committed while this one waited for the lock.
  return findVerification(tx, by)
}

/**
 * SQL: the profile of a registered account `u` with the values that its registration chose, except
 * of fields that users cannot write now: an administrator may have reserved or deleted one
 * meanwhile. What an administrator has already filled in stays, also if both together would be too
 * large.
 */
function confirmedProfile(registered: Prisma.Sql): Prisma.Sql {
  const merged = Prisma.sql`COALESCE(${registered} - ${READ_ONLY_KEYS}, '{}') || u.profile`
  return Prisma.sql`CASE WHEN octet_length((${merged})::text) <= ${MAX_PROFILE_BYTES}::int
    THEN ${merged} ELSE u.profile END`
}

/**
 * Verifies the address of a pending or active account and activates the account unless it needs
 * approval now or when it was registered, with the given password if any. A registration's name and
 * language are only used together with its password, because anyone could have typed them; so are
 * the values of its profile fields. Returns the status, or null when the account is deactivated,
 * deleted or has a different address.
 */
export async function activateVerified(
  tx: Tx,
  by: { userId: string; email: string; passwordHash: string | null; locale: string; now: Date },
): Promise<'active' | 'pending' | null> {
  await shareProfileFields(tx)
  const approval = selectApprovalRequest(by.now)
  const [user] = await tx.$queryRaw<{ status: 'active' | 'pending' }[]>`
    WITH registered AS (
      SELECT a.name, a.locale, a.profile FROM registration_attempts a
      WHERE a.user_id = ${by.userId}::uuid AND a.password_hash = ${by.passwordHash})
    UPDATE users u SET status = CASE WHEN ${approval} IS NULL THEN 'active' ELSE u.status END,
      approval_requested_at = ${approval},
      email_verified_at = ${by.now}::timestamptz,
      password_hash = COALESCE(${by.passwordHash}, u.password_hash),
      password_changed_at = CASE WHEN ${by.passwordHash}::text IS NULL THEN u.password_changed_at ELSE ${by.now}::timestamptz END,
      name = CASE WHEN u.status = 'pending' AND u.invited_at IS NULL THEN (SELECT name FROM registered) ELSE u.name END,
      profile = CASE WHEN u.status = 'pending' AND u.invited_at IS NULL
        THEN ${confirmedProfile(Prisma.sql`(SELECT profile FROM registered)`)} ELSE u.profile END,
      locale = CASE WHEN u.status = 'pending' AND u.invited_at IS NULL
        THEN COALESCE((SELECT locale FROM registered), ${by.locale}) ELSE u.locale END,
      version = u.version + 1, updated_at = ${by.now}::timestamptz
    WHERE u.id = ${by.userId}::uuid AND u.email = ${by.email} AND u.status IN ('pending', 'active')
    RETURNING u.status::text AS status`
  return user?.status ?? null
}

/**
 * Gives an account that an administrator activates the password and the profile of its only
 * registration, provided that it has no role beyond `user`: the same rule as for a link used
 * without a password. Returns whether the account has a password.
 */
export async function confirmSoleRegistration(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  await shareProfileFields(tx)
  await tx.$executeRaw`
    UPDATE users u SET password_hash = a.password_hash, password_changed_at = ${now}::timestamptz,
      profile = ${confirmedProfile(Prisma.sql`a.profile`)}
    FROM registration_attempts a
    WHERE u.id = ${userId}::uuid AND u.invited_at IS NULL AND u.password_hash IS NULL
      AND a.user_id = u.id AND a.sole AND a.expires_at > ${now}::timestamptz AND ${HAS_ONLY_USER_ROLE}`
  return (await tx.user.count({ where: { id: userId, passwordHash: { not: null } } })) > 0
}
