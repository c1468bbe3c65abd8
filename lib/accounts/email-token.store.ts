import { discardEmailChange } from '@/lib/accounts/email-change.store'
import { isWellFormedToken } from '@/lib/accounts/token-format'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'

/** What an e-mail token is good for; one of a kind is worth nothing elsewhere. */
export type EmailTokenKind = 'verify_email' | 'reset_password' | 'invitation'

/**
 * An expired token is kept a day: the operator can tell a link used too late from one never sent.
 */
const KEPT_SECONDS = 86_400

/** Whose token it was, and whether anybody has ever proven to own that account. */
export interface TokenOwner {
  userId: string
  email: string
  proven: boolean
  /** The administrator who was shown the token instead of a mail. */
  issuedBy: string | null
}

/**
 * Makes a token (32 random bytes, base64url, 43 characters) for one user, kind and address, and
 * stores its SHA-256 alone. It lives as long as the settings say for its kind. Older tokens stay
 * valid: a mail that arrives late still works. `attemptId` names the registration attempt that a
 * verification link confirms, `issuedBy` the administrator who is shown the link instead of a mail.
 */
export async function issueEmailToken(
  db: Db,
  by: {
    userId: string
    kind: EmailTokenKind
    email: string
    attemptId?: string
    issuedBy?: string
  },
  now: Date,
): Promise<string> {
  const { userId, kind, email, attemptId = null, issuedBy = null } = by
  const token = newSecretToken()
  await db.emailToken.create({
    data: {
      tokenHash: new Uint8Array(sha256(token)),
      userId,
      kind,
      email,
      attemptId,
      issuedBy,
      createdAt: now,
      expiresAt: addSeconds(now, lifetimeOf(kind)),
    },
    select: { kind: true },
  })
  return token
}

/** How long a token of that kind works, in seconds. */
export function lifetimeOf(kind: EmailTokenKind): number {
  const { verifyTokenTtlSeconds, resetTokenTtlSeconds, invitationTokenTtlSeconds } =
    settings().email
  return {
    verify_email: verifyTokenTtlSeconds,
    reset_password: resetTokenTtlSeconds,
    invitation: invitationTokenTtlSeconds,
  }[kind]
}

/**
 * Uses a token up: of any number of concurrent callers one gets its owner, the others null. Null
 * also when it is unknown, of another kind, expired, or the account has another address by now. One
 * conditional write decides.
 */
export async function consumeEmailToken(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<TokenOwner | null> {
  if (!isWellFormedToken(token)) return null
  const tokenHash = new Uint8Array(sha256(token))
  // The owner's row before the token's: whoever uses one link ends the others, and two that met
  // would wait for each other.
  await db.$queryRaw`
    SELECT 1 FROM users WHERE id = (SELECT user_id FROM email_tokens WHERE token_hash = ${tokenHash}) FOR NO KEY UPDATE`
  const [consumed] = await db.$queryRaw<TokenOwner[]>`
    UPDATE email_tokens AS t SET consumed_at = ${now}::timestamptz
    FROM users AS u
    WHERE t.token_hash = ${tokenHash} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz
      AND u.id = t.user_id AND u.email = t.email
    RETURNING t.user_id::text AS "userId", t.email, u.first_verified_at IS NOT NULL AS proven, t.issued_by::text AS "issuedBy"`
  return consumed ?? null
}

/**
 * Whose token this is, without using it up; null exactly when `consumeEmailToken` would say null
 * now. It spares costly work for a token that is worth nothing; it decides nothing.
 */
export async function peekEmailToken(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<TokenOwner | null> {
  if (!isWellFormedToken(token)) return null
  const [found] = await db.$queryRaw<TokenOwner[]>`
    SELECT t.user_id::text AS "userId", t.email, u.first_verified_at IS NOT NULL AS proven, t.issued_by::text AS "issuedBy"
    FROM email_tokens AS t JOIN users AS u ON u.id = t.user_id AND u.email = t.email
    WHERE t.token_hash = ${new Uint8Array(sha256(token))} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz`
  return found ?? null
}

/**
 * Kills a user's tokens, all or of one kind: after a password or address change no older link may
 * work. Without a kind a change of address that waits for its link ends too.
 */
export async function discardEmailTokens(
  db: Db,
  { userId, kind }: { userId: string; kind?: EmailTokenKind },
): Promise<void> {
  await db.emailToken.deleteMany({ where: { userId, ...(kind && { kind }) } })
  if (!kind) await discardEmailChange(db, userId)
}

/**
 * Kills the tokens of a user who has another address from now on and whose row is held. One that is
 * being used at this moment is stepped over: whoever uses it waits for the row, and then finds
 * another address (waiting for each other would be a deadlock).
 */
export async function discardTokensOfOldAddress(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM email_tokens WHERE token_hash IN (
      SELECT token_hash FROM email_tokens WHERE user_id = ${userId}::uuid FOR UPDATE SKIP LOCKED)`
}

/**
 * Kills the invitations of a user that administrators were shown as links; mailed ones stay good.
 */
export async function discardShownInvitations(tx: Tx, userId: string): Promise<void> {
  await tx.emailToken.deleteMany({ where: { userId, kind: 'invitation', issuedBy: { not: null } } })
}

/** Kills one token: the one whose mail could not be sent. */
export async function discardEmailToken(db: Db, token: string): Promise<void> {
  if (isWellFormedToken(token))
    await db.emailToken.deleteMany({ where: { tokenHash: new Uint8Array(sha256(token)) } })
}

/**
 * Deletes up to `limit` tokens that expired a day ago or earlier. Returns how many; fewer than
 * `limit`: none is left.
 */
export async function purgeEmailTokens(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM email_tokens WHERE token_hash IN (
      SELECT token_hash FROM email_tokens WHERE expires_at <= ${addSeconds(now, -KEPT_SECONDS)}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/**
 * Whose account a link of a mail opens, if it would be accepted now; null otherwise, whatever the
 * reason. Reads only. An invitation is no longer accepted once its account has a password or a
 * confirmed address.
 */
export async function findLinkOwner(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isWellFormedToken(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT u.email, u.name
    FROM email_tokens t JOIN users u ON u.id = t.user_id AND u.email = t.email
    WHERE t.token_hash = ${new Uint8Array(sha256(token))} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz AND u.status IN ('pending', 'active')
      AND (t.kind <> 'invitation'
        OR (u.invited_at IS NOT NULL AND u.password_hash IS NULL AND u.email_verified_at IS NULL))`
  return rows[0] ?? null
}

/**
 * The same for the link that confirms a new address: the address that it would give to its account.
 */
export async function findAddressChange(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isWellFormedToken(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT c.new_email AS email, u.name FROM email_changes c JOIN users u ON u.id = c.user_id AND u.status = 'active'
    WHERE c.token_hash = ${new Uint8Array(sha256(token))} AND c.expires_at > ${now}::timestamptz`
  return rows[0] ?? null
}
