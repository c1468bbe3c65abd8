import { randomInt } from 'node:crypto'
import { ONLY_ASSERTED } from '@/lib/accounts/asserted-address.store'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { Surface } from '@/lib/platform/request-context'
import { codeHashes } from '@/lib/platform/sealing'
import { Prisma } from '@/prisma/generated/client'

/** How long a code and its link are valid, in seconds, counted from the request. */
export const SIGN_IN_CODE_SECONDS = 600
/** How many codes can be tried for one request. */
const SIGN_IN_CODE_TRIES = 5

/** SQL: whether a request still takes its code or link. */
export const isOpenCode = (now: Date): Prisma.Sql => Prisma.sql`
  consumed_at IS NULL AND tries < ${SIGN_IN_CODE_TRIES}::int AND expires_at > ${now}::timestamptz`

/** Bound to the request by the hash of its secret. The first one is stored. */
const hashesOf = (secretHash: Uint8Array, code: string) =>
  codeHashes('sign-in-code', `${Buffer.from(secretHash).toString('hex')}\n${code}`)

/**
 * Records that a browser or app asked for a code, whether the address has an account or not.
 * `secret` is what it keeps; only its SHA-256 is stored. `nextPath` is the page to open afterwards.
 */
export async function insertSignInCode(
  tx: Tx,
  by: {
    id: string
    secret: string
    surface: Surface
    email: string
    nextPath: string | null
    now: Date
  },
): Promise<void> {
  const { secret, now, ...rest } = by
  const expiresAt = addSeconds(now, SIGN_IN_CODE_SECONDS)
  await tx.signInCode.createMany({
    data: { ...rest, secretHash: sha256(secret), createdAt: now, expiresAt },
  })
}

/**
 * Whom a requested code goes to: the active person with a verified address. Null for any other
 * address, and when the request is no longer pending.
 */
export async function findCodeRecipient(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<{ userId: string; email: string; name: string | null; locale: string | null } | null> {
  const [row] = await db.$queryRaw<
    { userId: string; email: string; name: string | null; locale: string | null }[]
  >`
    SELECT u.id::text AS "userId", u.email, u.name, u.locale
    FROM sign_in_codes c JOIN users u ON u.email = c.email
    WHERE c.id = ${id}::uuid AND ${isOpenCode(now)}
      AND u.status = 'active' AND u.kind = 'person' AND u.email_verified_at IS NOT NULL`
  return row ?? null
}

/**
 * Creates the code (six digits) and the token of the link (32 random bytes, base64url) of a pending
 * request and stores only their hashes, with the account that they are for. Null when the request
 * is no longer pending.
 */
export async function issueSignInCode(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<{ code: string; token: string } | null> {
  const asked = await db.signInCode.findUnique({ where: { id }, select: { secretHash: true } })
  if (!asked) return null
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const token = newSecretToken()
  // The owner's row first (lib/identity/account/account-locks.store.ts), shared as for a foreign
  // key.
  const count = await db.$executeRaw`
    WITH owner AS MATERIALIZED (SELECT id FROM users WHERE id = ${userId}::uuid FOR KEY SHARE)
    UPDATE sign_in_codes c SET user_id = owner.id, code_hash = ${hashesOf(asked.secretHash, code)[0]}::bytea,
      token_hash = ${sha256(token)}::bytea
    FROM owner WHERE c.id = ${id}::uuid AND c.consumed_at IS NULL AND c.expires_at > ${now}::timestamptz`
  return count === 1 ? { code, token } : null
}

/** Revokes a code whose email could not be sent. The request stays pending. */
export async function withdrawSignInCode(db: Db, id: string): Promise<void> {
  await db.signInCode.updateMany({ where: { id }, data: { codeHash: null, tokenHash: null } })
}

/** The address that this browser or app asked a code for; null when that has expired. */
export async function findCodeAddress(
  db: Db,
  { secret, now }: { secret: string; now: Date },
): Promise<string | null> {
  if (!isSecretToken(secret)) return null
  const row = await db.signInCode.findFirst({
    where: { secretHash: sha256(secret), expiresAt: { gt: now } },
    select: { email: true },
  })
  return row?.email ?? null
}

/**
 * What the link of an email is for, without consuming it. Null when it wouldn't be accepted now.
 */
export async function findCodeLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ email: string; secretHash: Uint8Array } | null> {
  if (!isSecretToken(token)) return null
  return db.signInCode.findFirst({
    where: {
      tokenHash: sha256(token),
      consumedAt: null,
      tries: { lt: SIGN_IN_CODE_TRIES },
      expiresAt: { gt: now },
    },
    select: { email: true, secretHash: true },
  })
}

/** The account of a used code or link, whose row is locked. */
interface CodeOwner {
  userId: string
  mfaEnabled: boolean
  /** Whether the address counts as verified because an import said so, and no one has proven it. */
  onlyAsserted: boolean
}

/** What a try led to. */
export type CodeTry =
  /** `owner` is null if the account may not be opened this way anymore. */
  | { result: 'right'; owner: CodeOwner | null; userId: string | null; nextPath: string | null }
  | { result: 'wrong'; userId: string | null }
  /**
   * Nothing was tried: there is no such request, or it was used, tried too often, or is too old.
   */
  | { result: 'closed'; userId: string | null; reason: string }

/**
 * Tries a code. Each try counts, of any number of concurrent ones exactly one with the right code
 * gets the owner, and after five the request is dead: decided by one conditional write. Must commit
 * also if the code was wrong.
 */
export async function tryCode(
  tx: Tx,
  by: { secret: string; code: string; surface: Surface; now: Date },
): Promise<CodeTry> {
  const { secret, code, surface, now } = by
  if (!isSecretToken(secret)) return UNKNOWN
  const secretHash = sha256(secret)
  const owner = await lockCodeOwner(tx, secretHash)
  const [row] = await tx.$queryRaw<
    { userId: string | null; nextPath: string | null; right: boolean }[]
  >`
    UPDATE sign_in_codes SET tries = tries + 1,
      consumed_at = CASE WHEN code_hash = ANY(${hashesOf(secretHash, code)}::bytea[]) THEN ${now}::timestamptz END
    WHERE secret_hash = ${secretHash}::bytea AND surface = ${surface}::surface AND ${isOpenCode(now)}
    RETURNING user_id::text AS "userId", next_path AS "nextPath", consumed_at IS NOT NULL AS "right"`
  if (!row) return findClosed(tx, secretHash)
  const { userId, nextPath } = row
  return row.right ? { result: 'right', owner, userId, nextPath } : { result: 'wrong', userId }
}

/**
 * Consumes a link, in the browser that asked for it. Of any number of concurrent uses one wins, and
 * none if the code was used. Decided by one conditional write.
 */
export async function claimCodeLink(
  tx: Tx,
  { token, secret, now }: { token: string; secret: string; now: Date },
): Promise<CodeTry> {
  if (!isSecretToken(token) || !isSecretToken(secret)) return UNKNOWN
  const secretHash = sha256(secret)
  const owner = await lockCodeOwner(tx, secretHash)
  const [row] = await tx.$queryRaw<{ userId: string | null; nextPath: string | null }[]>`
    UPDATE sign_in_codes SET consumed_at = ${now}::timestamptz
    WHERE token_hash = ${sha256(token)}::bytea AND secret_hash = ${secretHash}::bytea AND surface = 'web'
      AND ${isOpenCode(now)}
    RETURNING user_id::text AS "userId", next_path AS "nextPath"`
  return row ? { result: 'right', owner, ...row } : findClosed(tx, secretHash)
}

const UNKNOWN = {
  result: 'closed',
  userId: null,
  reason: 'invalid_or_expired_token',
} satisfies CodeTry

/**
 * The account that the code of a request was sent for, if it is active and still has that address,
 * verified. Locks its row before that of the request, in the order of a password or address change.
 */
async function lockCodeOwner(tx: Tx, secretHash: Uint8Array): Promise<CodeOwner | null> {
  const [owner] = await tx.$queryRaw<CodeOwner[]>`
    SELECT u.id::text AS "userId", u.mfa_enabled_at IS NOT NULL AS "mfaEnabled", ${ONLY_ASSERTED} AS "onlyAsserted"
    FROM users u JOIN sign_in_codes c ON c.user_id = u.id AND c.email = u.email
    WHERE c.secret_hash = ${secretHash}::bytea AND u.status = 'active' AND u.kind = 'person'
      AND u.email_verified_at IS NOT NULL
    FOR SHARE OF u`
  return owner ?? null
}

/**
 * The account that a request's code was sent for, if no one has proven its address. Locks nothing.
 */
export async function findUnprovenCodeOwner(tx: Tx, secret: string): Promise<string | null> {
  if (!isSecretToken(secret)) return null
  const [owner] = await tx.$queryRaw<{ id: string }[]>`
    SELECT u.id::text FROM users u JOIN sign_in_codes c ON c.user_id = u.id
    WHERE c.secret_hash = ${sha256(secret)}::bytea AND ${ONLY_ASSERTED}`
  return owner?.id ?? null
}

/** Why a request takes no code, for the audit trail. */
async function findClosed(tx: Tx, secretHash: Uint8Array<ArrayBuffer>): Promise<CodeTry> {
  const row = await tx.signInCode.findUnique({
    where: { secretHash },
    select: { userId: true, consumedAt: true, tries: true },
  })
  if (!row) return UNKNOWN
  const { userId, consumedAt, tries } = row
  if (consumedAt) return { result: 'closed', userId, reason: 'used' }
  const reason = tries < SIGN_IN_CODE_TRIES ? UNKNOWN.reason : 'too_many_tries'
  return { result: 'closed', userId, reason }
}

/**
 * Ends the requests of an account, because no older code may work after a password or address
 * change.
 */
export async function discardCodesOf(tx: Db, userId: string): Promise<void> {
  await tx.signInCode.deleteMany({ where: { userId } })
}

/**
 * Ends the requests of an account, also those by its address that have no account until their email
 * is sent. Returns how many could still be completed.
 */
export async function endCodesOf(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const rows = await tx.$queryRaw<{ open: boolean }[]>`
    DELETE FROM sign_in_codes WHERE id IN (
      SELECT id FROM sign_in_codes WHERE user_id = ${userId}::uuid
      UNION ALL
      SELECT c.id FROM users u JOIN sign_in_codes c ON c.email = u.email WHERE u.id = ${userId}::uuid)
    RETURNING ${isOpenCode(now)} AS open`
  return rows.filter(({ open }) => open).length
}

/** Deletes requests with these addresses. */
export async function discardCodesTo(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM sign_in_codes WHERE email = ANY(${[...addresses]}::text[])`
}

/** Deletes up to `limit` requests that have expired. Returns how many. */
export function purgeSignInCodes(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM sign_in_codes WHERE id IN (
      SELECT id FROM sign_in_codes WHERE expires_at <= ${now}::timestamptz
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
