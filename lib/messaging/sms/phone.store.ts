import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import { newId } from '@/lib/platform/ids'
import { codeHashes } from '@/lib/platform/sealing'

/** How long a code is valid, counted from when its message is sent. */
export const CODE_SECONDS = 600
/** How many incorrect codes one request allows. */
export const CODE_TRIES = 5
/** How soon another code can be requested. */
export const RESEND_SECONDS = 60
const KEPT_SECONDS = 86_400

/** A user's number, confirmed or not, and the version of the user. */
export interface PhoneRow {
  phone: string | null
  phoneVerifiedAt: Date | null
  version: number
}

/** The number of a user, who must exist. */
export function readPhone(db: Db, userId: string): Promise<PhoneRow> {
  return db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { phone: true, phoneVerifiedAt: true, version: true },
  })
}

/** The number a user has yet to confirm; null if there is none or its request expired. */
export function findConfirmation(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ phone: string; requestedAt: Date; expiresAt: Date } | null> {
  return db.phoneConfirmation.findFirst({
    where: { userId, expiresAt: { gt: now } },
    select: { phone: true, requestedAt: true, expiresAt: true },
  })
}

/**
 * The version of the user before the pending request stored its unconfirmed number. Null if it
 * stored none, or if the user has changed since.
 */
export async function findVersionBeforeRequest(
  db: Db,
  userId: string,
  { version }: PhoneRow,
): Promise<number | null> {
  const where = { userId, userVersion: version }
  const request = await db.phoneConfirmation.findFirst({ where, select: { id: true } })
  return request && version - 1
}

/**
 * Starts the confirmation of a number, replacing the user's previous request and its code.
 * `userVersion` is the version that storing the unconfirmed number gives the user, if the caller
 * stores it. Returns the id of the request, or null without writing anything if the last request is
 * less than RESEND_SECONDS old.
 */
export async function beginConfirmation(
  tx: Tx,
  {
    userId,
    phone,
    userVersion = null,
    now,
  }: { userId: string; phone: string; userVersion?: number | null; now: Date },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO phone_confirmations AS c (user_id, id, phone, user_version, requested_at, expires_at)
    VALUES (${userId}::uuid, ${newId()}::uuid, ${phone}, ${userVersion}::int, ${databaseTimeAt(now)},
      ${addSeconds(now, CODE_SECONDS)}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET id = EXCLUDED.id, phone = EXCLUDED.phone, code_hash = NULL, tries = 0,
      user_version = EXCLUDED.user_version, requested_at = EXCLUDED.requested_at, expires_at = EXCLUDED.expires_at
    WHERE c.requested_at <= EXCLUDED.requested_at - make_interval(secs => ${RESEND_SECONDS}::int)
    RETURNING id::text`
  return rows[0]?.id ?? null
}

/**
 * Stores the keyed hash of a code for a pending request and restarts its lifetime. Returns the
 * number, or null if the request is no longer pending.
 */
export async function setCode(
  db: Db,
  { userId, id, code, now }: { userId: string; id: string; code: string; now: Date },
): Promise<string | null> {
  const rows = await db.$queryRaw<{ phone: string }[]>`
    UPDATE phone_confirmations SET code_hash = ${hashesOf(userId, code)[0]},
      expires_at = ${addSeconds(now, CODE_SECONDS)}::timestamptz
    WHERE user_id = ${userId}::uuid AND id = ${id}::uuid AND expires_at > ${now}::timestamptz AND tries < ${CODE_TRIES}::int
    RETURNING phone`
  return rows[0]?.phone ?? null
}

/** Revokes a code whose message could not be sent. The request stays pending. */
export async function withdrawCode(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await db.phoneConfirmation.updateMany({ where: { userId, id }, data: { codeHash: null } })
}

/**
 * Consumes a code: of concurrent callers one gets the number, the others null. Also null after the
 * last try, and for an incorrect code, which counts as a try.
 */
export async function consumeCode(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<string | null> {
  const [right] = await tx.$queryRaw<{ phone: string }[]>`
    DELETE FROM phone_confirmations
    WHERE user_id = ${userId}::uuid AND code_hash = ANY(${hashesOf(userId, code)}::bytea[]) AND tries < ${CODE_TRIES}::int
      AND expires_at > ${now}::timestamptz
    RETURNING phone`
  if (right) return right.phone
  await tx.$executeRaw`
    UPDATE phone_confirmations SET tries = tries + 1
    WHERE user_id = ${userId}::uuid AND code_hash IS NOT NULL AND tries < ${CODE_TRIES}::int`
  return null
}

/** Sets the number; `verifiedAt` is null if unconfirmed. */
export async function writePhone(
  tx: Tx,
  {
    userId,
    phone,
    verifiedAt,
    now,
  }: { userId: string; phone: string; verifiedAt: Date | null; now: Date },
): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { phone, phoneVerifiedAt: verifiedAt, version: { increment: 1 }, updatedAt: now },
  })
}

/** Removes a user's number and pending confirmation. Returns whether there was a number. */
export async function erasePhone(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, phone: { not: null } },
    data: { phone: null, phoneVerifiedAt: null, version: { increment: 1 }, updatedAt: now },
  })
  await tx.phoneConfirmation.deleteMany({ where: { userId } })
  return count > 0
}

/**
 * Removes the number if it was confirmed since then, and a request of since then with its
 * unconfirmed number. Returns whether there was one.
 */
export async function erasePhoneSince(
  tx: Tx,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<boolean> {
  const requested = await tx.phoneConfirmation.deleteMany({
    where: { userId, requestedAt: { gte: since } },
  })
  const erased = await tx.user.updateMany({
    where: {
      id: userId,
      phone: { not: null },
      OR: [
        { phoneVerifiedAt: { gte: since } },
        ...(requested.count > 0 ? [{ phoneVerifiedAt: null }] : []),
      ],
    },
    data: { phone: null, phoneVerifiedAt: null, version: { increment: 1 }, updatedAt: now },
  })
  return requested.count + erased.count > 0
}

/** Deletes up to `limit` requests that expired at least a day ago. Returns how many. */
export function purgeConfirmations(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM phone_confirmations WHERE user_id IN (
      SELECT user_id FROM phone_confirmations WHERE expires_at <= ${addSeconds(now, -KEPT_SECONDS)}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

const hashesOf = (userId: string, code: string) => codeHashes('phone-code', `${userId}\n${code}`)

/**
 * The language of a user who chose security notices by text message, or null. For notices to a
 * number the user has just lost.
 */
export async function findNoticeReader(
  db: Db,
  userId: string,
): Promise<{ locale: string | null } | null> {
  const rows = await db.$queryRaw<{ locale: string | null }[]>`
    SELECT u.locale FROM users u JOIN notification_preferences p ON p.user_id = u.id
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND p.security_sms`
  return rows[0] ?? null
}

/**
 * The confirmed number and language of a user who chose security notices by text message, or null.
 */
export async function findNoticePhone(
  db: Db,
  userId: string,
): Promise<{ phone: string; locale: string | null } | null> {
  const rows = await db.$queryRaw<{ phone: string; locale: string | null }[]>`
    SELECT u.phone, u.locale FROM users u JOIN notification_preferences p ON p.user_id = u.id
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND u.phone_verified_at IS NOT NULL AND p.security_sms`
  return rows[0] ?? null
}

/** Whether the owner of a number replied STOP. */
export async function hasOptedOut(db: Db, phone: string): Promise<boolean> {
  return (await db.smsOptOut.count({ where: { phone } })) > 0
}

/** Records an opt-out. Repeating it changes nothing. */
export async function optOut(db: Db, phone: string, now: Date): Promise<void> {
  await db.smsOptOut.createMany({ data: [{ phone, optedOutAt: now }], skipDuplicates: true })
}

/**
 * Removes the opt-out of a deleted account's number, unless another account has the number: that of
 * an unverified one may be a stranger's. Removing the number alone keeps the opt-out, or the
 * owner of the number could be sent codes again.
 */
export async function forgetOptOut(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM sms_opt_outs o USING users u
    WHERE u.id = ${userId}::uuid AND u.phone = o.phone AND u.phone_verified_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM users other WHERE other.phone = o.phone AND other.id <> u.id)`
}

/** Removes an opt-out after the owner replied START. */
export async function optIn(db: Db, phone: string): Promise<void> {
  await db.smsOptOut.deleteMany({ where: { phone } })
}
