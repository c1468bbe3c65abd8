import { discardEmailChange } from '@/lib/accounts/email-change.store'
import { discardCodesOf } from '@/lib/accounts/sign-in-code.store'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** What an email token may be used for. A token of one kind is invalid for any other. */
export type EmailTokenKind = 'verify_email' | 'reset_password' | 'invitation' | 'disown_session'

/** How long the owner of an account can say that a sign-in from a new device was not theirs. */
const DISOWN_SECONDS = 7 * 86_400

/**
 * Expired tokens are kept for a day, so that an operator can tell a link used too late from one
 * that was never sent.
 */
export const KEEP_EXPIRED_LINKS_SECONDS = 86_400

/** The user a token belongs to, and whether anyone has ever proven ownership of that account. */
export interface TokenOwner {
  userId: string
  email: string
  proven: boolean
  /** The administrator who was shown the link instead of it being emailed. */
  issuedById: string | null
  /** The session that the link ends, or ended before it began a reset. */
  sessionId: string | null
  /** Whether the account has another address by now; only of a link that disowns a session. */
  addressChanged: boolean
}

/** Links that disown a session outlive a change of the address: an intruder may have made it. */
const FITS_ADDRESS = Prisma.sql`(u.email = t.email OR t.kind = 'disown_session')`
const TOKEN_OWNER = Prisma.sql`t.user_id::text AS "userId", t.email, u.first_verified_at IS NOT NULL AS proven,
      t.issued_by::text AS "issuedById", t.session_id::text AS "sessionId", u.email <> t.email AS "addressChanged"`

/**
 * Creates a token (32 random bytes, base64url, 43 characters) for one user, kind and address, and
 * stores only its SHA-256. Its lifetime is configured per kind. Older tokens stay valid, so that an
 * email that arrives late still works. `attemptId` is the registration attempt that a verification
 * link confirms; `issuedById` is the administrator who is shown the link instead of it being
 * emailed; `sessionId` is the session that a link disowns, or whose disowning the reset completes.
 */
export async function issueEmailToken(
  db: Db,
  by: {
    userId: string
    kind: EmailTokenKind
    email: string
    attemptId?: string
    issuedById?: string
    sessionId?: string
  },
  now: Date,
): Promise<string> {
  const { userId, kind, email, attemptId = null, issuedById = null, sessionId = null } = by
  const token = newSecretToken()
  await db.emailToken.create({
    data: {
      tokenHash: sha256(token),
      userId,
      kind,
      email,
      attemptId,
      issuedById,
      sessionId,
      createdAt: now,
      expiresAt: addSeconds(now, lifetimeOf(kind)),
    },
    select: { kind: true },
  })
  return token
}

/** Whether a link of this kind that was sent to this address is still valid. */
export async function hasLiveToken(
  db: Db,
  by: { userId: string; kind: EmailTokenKind; email: string; now: Date },
): Promise<boolean> {
  const { now, ...sent } = by
  const live = { consumedAt: null, expiresAt: { gt: now } }
  return (await db.emailToken.count({ where: { ...sent, ...live } })) > 0
}

/** The lifetime of tokens of this kind, in seconds. */
export function lifetimeOf(kind: EmailTokenKind): number {
  const { verifyTokenTtlSeconds, resetTokenTtlSeconds, invitationTokenTtlSeconds } =
    settings().email
  return {
    verify_email: verifyTokenTtlSeconds,
    reset_password: resetTokenTtlSeconds,
    invitation: invitationTokenTtlSeconds,
    disown_session: DISOWN_SECONDS,
  }[kind]
}

/** Locks the owner of a link until the transaction ends. */
export async function lockLinkOwner(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await db.$queryRaw`
    SELECT 1 FROM users WHERE id = (SELECT user_id FROM email_tokens WHERE token_hash = ${tokenHash}) FOR NO KEY UPDATE`
}

/**
 * Consumes a token. Of any number of concurrent callers one gets its owner, the others get null.
 * Also null when the token is unknown, expired or of another kind, or the account's address has
 * changed, unless it disowns a session. Decided by a single conditional write.
 */
export async function consumeEmailToken(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<TokenOwner | null> {
  if (!isSecretToken(token)) return null
  const tokenHash = sha256(token)
  // Lock the owner's row before the token's. Using one link ends the user's other links, so two
  // concurrent uses would otherwise deadlock.
  await lockLinkOwner(db, tokenHash)
  const [consumed] = await db.$queryRaw<TokenOwner[]>`
    UPDATE email_tokens AS t SET consumed_at = ${now}::timestamptz
    FROM users AS u
    WHERE t.token_hash = ${tokenHash} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz
      AND u.id = t.user_id AND ${FITS_ADDRESS} AND u.kind = 'person'
      AND (t.kind <> 'disown_session' OR u.status = 'active')
    RETURNING ${TOKEN_OWNER}`
  return consumed ?? null
}

/**
 * The owner of a token, without consuming it. Null exactly when `consumeEmailToken` would return
 * null now. Only saves expensive work on invalid tokens; it decides nothing.
 */
export async function peekEmailToken(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<TokenOwner | null> {
  if (!isSecretToken(token)) return null
  const [found] = await db.$queryRaw<TokenOwner[]>`
    SELECT ${TOKEN_OWNER}
    FROM email_tokens AS t JOIN users AS u ON u.id = t.user_id AND ${FITS_ADDRESS} AND u.kind = 'person'
    WHERE t.token_hash = ${sha256(token)} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz
      AND (t.kind <> 'disown_session' OR u.status = 'active')`
  return found ?? null
}

/**
 * Invalidates a user's tokens, all or those of one kind, because no older link may work after a
 * password or address change. Without a kind it also discards a pending email change and sign-in
 * codes, but keeps the links that disown a session: the password may have been changed in that
 * session. They open nothing that anyone with the mailbox could not ask for, and begin no reset for
 * another address.
 */
export async function discardEmailTokens(
  db: Db,
  { userId, kind }: { userId: string; kind?: EmailTokenKind },
): Promise<void> {
  const kinds = kind ?? ({ not: 'disown_session' } as const)
  await db.emailToken.deleteMany({ where: { userId, kind: kinds } })
  if (kind) return
  await discardEmailChange(db, userId)
  await discardCodesOf(db, userId)
}

/**
 * Invalidates the tokens of a user whose address just changed and whose row is locked. Skips a
 * token that is being used right now, because waiting for it would deadlock: its user waits for the
 * row and then finds a different address. Keeps the links that disown a session.
 */
export async function discardTokensOfOldAddress(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM email_tokens WHERE token_hash IN (
      SELECT token_hash FROM email_tokens WHERE user_id = ${userId}::uuid AND kind <> 'disown_session'
      FOR UPDATE SKIP LOCKED)`
}

/**
 * Invalidates a user's invitations that were shown to administrators as links. Emailed invitations
 * stay valid.
 */
export async function discardShownInvitations(tx: Tx, userId: string): Promise<void> {
  await tx.emailToken.deleteMany({
    where: { userId, kind: 'invitation', issuedById: { not: null } },
  })
}

/** Invalidates a token whose email could not be sent. */
export async function discardEmailToken(db: Db, token: string): Promise<void> {
  if (isSecretToken(token)) await db.emailToken.deleteMany({ where: { tokenHash: sha256(token) } })
}

/**
 * Deletes up to `limit` tokens that expired at least a day ago. Returns how many; fewer than
 * `limit` means none are left.
 */
export async function purgeEmailTokens(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM email_tokens WHERE token_hash IN (
      SELECT token_hash FROM email_tokens WHERE expires_at <= ${addSeconds(now, -KEEP_EXPIRED_LINKS_SECONDS)}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/**
 * The account that an emailed link opens, or null if the link would not be accepted now, whatever
 * the reason. Read-only. An invitation is no longer accepted after its account has a password or a
 * confirmed address.
 */
export async function findLinkOwner(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isSecretToken(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT u.email, u.name
    FROM email_tokens t JOIN users u ON u.id = t.user_id AND u.email = t.email AND u.kind = 'person'
    WHERE t.token_hash = ${sha256(token)} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz AND u.status IN ('pending', 'active')
      AND (t.kind <> 'invitation'
        OR (u.invited_at IS NOT NULL AND u.password_hash IS NULL AND u.email_verified_at IS NULL))`
  return rows[0] ?? null
}

/**
 * The same for the link that confirms a new address. Returns the address that the account would
 * get.
 */
export async function findAddressChange(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isSecretToken(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT c.new_email AS email, u.name FROM email_changes c JOIN users u ON u.id = c.user_id AND u.status = 'active'
    WHERE c.token_hash = ${sha256(token)} AND c.expires_at > ${now}::timestamptz`
  return rows[0] ?? null
}
