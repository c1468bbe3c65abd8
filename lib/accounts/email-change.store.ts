import { IS_UNCONFIRMED } from '@/lib/accounts/registration.store'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/** Expired changes are kept for a day, like other email tokens. */
const KEPT_SECONDS = 86_400

// `beginEmailChange` and `consumeEmailChange` lock the user's row first. Everything that ends a
// change together with something else (a new password, an administrator, account deletion) writes
// that row too. So it either runs first and there is no change to begin, or it sees the change and
// ends it.

/**
 * Records that a user wants to change to another (normalized) address, and discards an earlier
 * request with its link. Returns the id of the request. Returns null and writes nothing when the
 * account is not active or its address or password has changed since they were checked.
 */
export async function beginEmailChange(
  tx: Tx,
  by: {
    userId: string
    email: string
    passwordChangedAt: Date | null
    newEmail: string
    now: Date
  },
): Promise<string | null> {
  const expiresAt = addSeconds(by.now, settings().email.verifyTokenTtlSeconds)
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH owner AS (
      SELECT id FROM users WHERE id = ${by.userId}::uuid AND status = 'active' AND kind = 'person' AND email = ${by.email}
        AND password_changed_at IS NOT DISTINCT FROM ${by.passwordChangedAt}::timestamptz
      FOR NO KEY UPDATE)
    INSERT INTO email_changes (user_id, id, new_email, requested_at, expires_at)
    SELECT owner.id, ${newId()}::uuid, ${by.newEmail}, ${by.now}::timestamptz, ${expiresAt}::timestamptz FROM owner
    ON CONFLICT (user_id) DO UPDATE SET id = EXCLUDED.id, new_email = EXCLUDED.new_email, token_hash = NULL,
      requested_at = EXCLUDED.requested_at, expires_at = EXCLUDED.expires_at
    RETURNING id::text`
  return rows[0]?.id ?? null
}

/** A user's pending change, or null. */
export function findEmailChange(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ newEmail: string; requestedAt: Date; expiresAt: Date } | null> {
  return db.emailChange.findFirst({
    where: { userId, expiresAt: { gt: now } },
    select: { newEmail: true, requestedAt: true, expiresAt: true },
  })
}

/**
 * The address that the link of this request goes to, and the account that already has that address,
 * if any (unconfirmed registrations don't count). Null when the request is no longer pending.
 */
export async function findRequestedAddress(
  db: Db,
  by: { userId: string; changeId: string; now: Date },
): Promise<{ newEmail: string; takenBy: string | null } | null> {
  const rows = await db.$queryRaw<{ newEmail: string; takenBy: string | null }[]>`
    SELECT c.new_email AS "newEmail", u.id::text AS "takenBy"
    FROM email_changes c LEFT JOIN users u ON u.email = c.new_email AND NOT ${IS_UNCONFIRMED}
    WHERE c.user_id = ${by.userId}::uuid AND c.id = ${by.changeId}::uuid AND c.expires_at > ${by.now}::timestamptz`
  return rows[0] ?? null
}

/**
 * Creates the token of a pending request (32 random bytes, base64url) and stores only its SHA-256.
 * Invalidates an earlier token. Expires after AUTH_VERIFY_TOKEN_TTL. Null when the request is no
 * longer pending.
 */
export async function issueEmailChangeToken(
  db: Db,
  by: { userId: string; changeId: string; now: Date },
): Promise<string | null> {
  const token = newSecretToken()
  const { count } = await db.emailChange.updateMany({
    where: { userId: by.userId, id: by.changeId, expiresAt: { gt: by.now } },
    data: {
      tokenHash: sha256(token),
      expiresAt: addSeconds(by.now, settings().email.verifyTokenTtlSeconds),
    },
  })
  return count === 1 ? token : null
}

/** Invalidates a token whose email could not be sent. The request stays pending. */
export async function withdrawEmailChangeToken(db: Db, token: string): Promise<void> {
  await db.emailChange.updateMany({
    where: { tokenHash: sha256(token) },
    data: { tokenHash: null },
  })
}

/**
 * Consumes a change. Of any number of concurrent callers one gets it, the others get null. Also
 * null when the token is unknown or expired, or the account is not active. Locks the user's row.
 */
export async function consumeEmailChange(
  tx: Tx,
  { token, now }: { token: string; now: Date },
): Promise<{ userId: string; before: string; after: string } | null> {
  if (!isSecretToken(token)) return null
  const tokenHash = sha256(token)
  const [owner] = await tx.$queryRaw<{ id: string; email: string }[]>`
    SELECT u.id::text AS id, u.email FROM users u
    WHERE u.id = (SELECT user_id FROM email_changes WHERE token_hash = ${tokenHash}) AND u.status = 'active'
    FOR NO KEY UPDATE`
  if (!owner) return null
  const [change] = await tx.$queryRaw<{ newEmail: string }[]>`
    DELETE FROM email_changes
    WHERE token_hash = ${tokenHash} AND user_id = ${owner.id}::uuid AND expires_at > ${now}::timestamptz
    RETURNING new_email AS "newEmail"`
  return change ? { userId: owner.id, before: owner.email, after: change.newEmail } : null
}

/** Discards a user's pending change. Returns whether there was one. */
export async function discardEmailChange(db: Db, userId: string): Promise<boolean> {
  const { count } = await db.emailChange.deleteMany({ where: { userId } })
  return count === 1
}

/** The same. Returns whether there was one that could still be confirmed. */
export async function endEmailChange(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const [ended] = await tx.$queryRaw<{ open: boolean }[]>`
    DELETE FROM email_changes WHERE user_id = ${userId}::uuid
    RETURNING expires_at > ${now}::timestamptz AS open`
  return ended?.open ?? false
}

/**
 * Deletes up to `limit` changes that expired at least a day ago. Returns how many; fewer than
 * `limit` means none are left.
 */
export async function purgeEmailChanges(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM email_changes WHERE user_id IN (
      SELECT user_id FROM email_changes WHERE expires_at <= ${addSeconds(now, -KEPT_SECONDS)}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
