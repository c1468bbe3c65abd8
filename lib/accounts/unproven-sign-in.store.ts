import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/**
 * How long a user may take to open the link, in seconds, counted from their return from the
 * provider.
 */
export const CONFIRMATION_SECONDS = 1800

/**
 * Records a sign-in that waits for a link to the address that the provider gave but has not
 * verified. Discards an earlier one of the same user in the same browser, with its link. Only the
 * SHA-256 of the browser secret is stored. Returns the id.
 */
export async function insertUnprovenSignIn(
  tx: Tx,
  by: {
    identity: ExternalIdentity & { email: string }
    browser: string
    nextPath: string | null
    locale: string
    now: Date
  },
): Promise<string> {
  const { identity, browser, nextPath, locale, now } = by
  const { provider, subject, email, name } = identity
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO unproven_sign_ins
      (id, provider, subject, browser_hash, email, name, locale, next_path, created_at, expires_at)
    VALUES (${newId()}::uuid, ${provider}, ${subject}, ${sha256(browser)}, ${email}, ${name}, ${locale}, ${nextPath},
      ${now}::timestamptz, ${addSeconds(now, CONFIRMATION_SECONDS)}::timestamptz)
    ON CONFLICT (provider, subject, browser_hash) DO UPDATE SET id = EXCLUDED.id, token_hash = NULL,
      email = EXCLUDED.email, name = EXCLUDED.name, locale = EXCLUDED.locale, next_path = EXCLUDED.next_path,
      created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
    RETURNING id::text`
  return rows[0]!.id
}

/**
 * The address that the link of this request goes to, and the contents of its email. Null when the
 * request is no longer pending.
 */
export function findLinkDestination(
  db: Db,
  by: { id: string; now: Date },
): Promise<{ provider: ProviderName; email: string; locale: string } | null> {
  return db.unprovenSignIn.findFirst({
    where: { id: by.id, expiresAt: { gt: by.now } },
    select: { provider: true, email: true, locale: true },
  })
}

/**
 * Creates the token of a pending sign-in (32 random bytes, base64url) and stores only its SHA-256.
 * It expires with the sign-in, whenever its email is sent. Null when the sign-in is no longer
 * pending.
 */
export async function issueSignInToken(
  db: Db,
  by: { id: string; now: Date },
): Promise<string | null> {
  const token = newSecretToken()
  const { count } = await db.unprovenSignIn.updateMany({
    where: { id: by.id, expiresAt: { gt: by.now } },
    data: { tokenHash: sha256(token) },
  })
  return count === 1 ? token : null
}

/** Invalidates a token whose email could not be sent. The sign-in stays pending. */
export async function withdrawSignInToken(db: Db, token: string): Promise<void> {
  await db.unprovenSignIn.updateMany({
    where: { tokenHash: sha256(token) },
    data: { tokenHash: null },
  })
}

interface LinkOpened {
  token: string
  /** The enabled providers. */
  providers: readonly ProviderName[]
  now: Date
}

/**
 * What a link is for, without consuming it. Null when it is unknown, used or expired, or its
 * provider is disabled. `browserHash` identifies the browser that signed in.
 */
export async function findUnprovenSignIn(
  db: Db,
  { token, providers, now }: LinkOpened,
): Promise<{ provider: ProviderName; email: string; browserHash: Uint8Array } | null> {
  if (!isSecretToken(token)) return null
  return db.unprovenSignIn.findFirst({
    where: { tokenHash: sha256(token), provider: { in: [...providers] }, expiresAt: { gt: now } },
    select: { provider: true, email: true, browserHash: true },
  })
}

/**
 * Consumes a link. Of any number of concurrent callers one gets its sign-in, and only in the
 * browser that signed in, before it expires, and while the provider is enabled. Decided by a single
 * conditional write.
 */
export async function consumeUnprovenSignIn(
  tx: Tx,
  { token, browser, providers, now }: LinkOpened & { browser: string | null },
): Promise<{ identity: ExternalIdentity & { email: string }; nextPath: string | null } | null> {
  if (!isSecretToken(token) || browser === null) return null
  const rows = await tx.$queryRaw<
    {
      provider: string
      subject: string
      email: string
      name: string | null
      nextPath: string | null
    }[]
  >`
    DELETE FROM unproven_sign_ins
    WHERE token_hash = ${sha256(token)} AND browser_hash = ${sha256(browser)}
      AND provider = ANY (${[...providers]}::text[]) AND expires_at > ${now}::timestamptz
    RETURNING provider, subject, email, name, next_path AS "nextPath"`
  if (!rows[0]) return null
  const { nextPath, ...who } = rows[0]
  // Opening the link proves access to the mailbox.
  return { identity: { ...who, emailVerified: true }, nextPath }
}

/** Deletes up to `limit` sign-ins whose link has expired. Returns how many. */
export async function purgeUnprovenSignIns(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM unproven_sign_ins WHERE id IN (
      SELECT id FROM unproven_sign_ins WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes waiting sign-ins with these addresses, or with a provider account of this user. */
export async function discardSignInsOf(
  tx: Tx,
  { userId, addresses }: { userId: string; addresses: readonly string[] },
): Promise<void> {
  // Two statements, because no index is used for the OR of these conditions.
  await tx.$executeRaw`
    DELETE FROM unproven_sign_ins WHERE lower(email) = ANY(${[...addresses]}::text[])`
  await tx.$executeRaw`
    DELETE FROM unproven_sign_ins s USING external_identities i
    WHERE i.user_id = ${userId}::uuid AND s.provider = i.provider AND s.subject = i.subject`
}
