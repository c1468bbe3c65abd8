import type { Db, Tx } from '@/lib/platform/db/database'
import type { UserKind } from '@/lib/platform/user-statuses'
import { emailSpellings } from '@/lib/users/erasure/email-spellings'

/** Shorter names would be found in searches for something else. */
const SHORTEST_NAME = 3

/**
 * What others may call an account, in lower case. Without addresses that another account has now, or
 * that another had and this one never verified: what names them is about its owner.
 */
export interface KnownAs {
  /** Its current, former, and requested addresses, in each spelling. */
  addresses: string[]
  /** Those that it had verified: messages from them are its owner's. */
  ownAddresses: string[]
  /** Its name, unless it is too short to be found as such. */
  names: string[]
}

/** What is searched for when an account is erased. */
export async function readKnownAs(tx: Tx, userId: string): Promise<KnownAs> {
  const rows = await tx.$queryRaw<{ email: string; own: boolean }[]>`
    SELECT lower(email) AS email, bool_or(own) AS own FROM (
      SELECT email, email_verified_at IS NOT NULL AS own FROM users WHERE id = ${userId}::uuid
      UNION ALL SELECT email, true FROM former_addresses WHERE user_id = ${userId}::uuid
      UNION ALL SELECT new_email, false FROM email_changes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT email, false FROM email_tokens WHERE user_id = ${userId}::uuid
      UNION ALL SELECT email, false FROM external_identities WHERE user_id = ${userId}::uuid AND email IS NOT NULL
    ) AS known
    WHERE NOT EXISTS (SELECT FROM users o WHERE o.email = lower(known.email) AND o.id <> ${userId}::uuid)
      AND (own OR NOT EXISTS (
        SELECT FROM former_addresses f WHERE f.email = lower(known.email) AND f.user_id <> ${userId}::uuid))
    GROUP BY 1`
  const named = await tx.$queryRaw<{ name: string }[]>`
    SELECT lower(btrim(name)) AS name FROM users
    WHERE id = ${userId}::uuid AND length(btrim(name)) >= ${SHORTEST_NAME}::int`
  return {
    addresses: rows.flatMap(({ email }) => emailSpellings(email)),
    ownAddresses: rows.filter(({ own }) => own).map(({ email }) => email),
    names: named.map(({ name }) => name),
  }
}

/** The account that an erasure removed. */
export interface ErasedAccount {
  kind: UserKind
  email: string
  locale: string | null
  emailVerifiedAt: Date | null
}

/**
 * Deletes an account for good, if it is deleted at this moment: this write decides between
 * erasures and a restore. What belongs to the account goes with its row; null if there was none.
 */
export async function deleteAccount(tx: Tx, userId: string): Promise<ErasedAccount | null> {
  const rows = await tx.$queryRaw<ErasedAccount[]>`
    DELETE FROM users WHERE id = ${userId}::uuid AND status = 'deleted'
    RETURNING kind::text AS kind, email, locale, email_verified_at AS "emailVerifiedAt"`
  return rows[0] ?? null
}

/** Locks an account until `tx` ends if it was deleted until `before`. Returns whether it was. */
export async function lockDueAccountForUpdate(
  tx: Tx,
  { userId, before }: { userId: string; before: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM users WHERE id = ${userId}::uuid AND status = 'deleted'
      AND COALESCE(deleted_at, updated_at) <= ${before}::timestamptz FOR UPDATE`
  return rows.length > 0
}

/** Where a list of due accounts continues. */
export interface DueAccount {
  id: string
  deletedAt: Date
}

/** Accounts that were deleted until `before`, those deleted longest ago first. */
export function listDueAccounts(
  db: Db,
  { before, after, limit }: { before: Date; after: DueAccount | null; limit: number },
): Promise<DueAccount[]> {
  return db.$queryRaw<DueAccount[]>`
    SELECT id::text AS id, COALESCE(deleted_at, updated_at) AS "deletedAt" FROM users
    WHERE status = 'deleted' AND COALESCE(deleted_at, updated_at) <= ${before}::timestamptz
      AND (${after === null} OR (COALESCE(deleted_at, updated_at), id)
        > (COALESCE(${after?.deletedAt ?? null}::timestamptz, '-infinity'), ${after?.id ?? null}::uuid))
    ORDER BY COALESCE(deleted_at, updated_at), id LIMIT ${limit}::int`
}

/** When an account was deleted; null if it isn't. */
export async function findDeletedAt(db: Db, userId: string): Promise<Date | null> {
  const rows = await db.$queryRaw<{ deletedAt: Date }[]>`
    SELECT COALESCE(deleted_at, updated_at) AS "deletedAt" FROM users
    WHERE id = ${userId}::uuid AND status = 'deleted'`
  return rows[0]?.deletedAt ?? null
}

/** An erasure whose account is gone, with what is still searched for. */
export interface UnfinishedErasure extends KnownAs {
  userId: string
  erasedAt: Date
  recordId: string
}

export async function insertErasedAccount(tx: Tx, erasure: UnfinishedErasure): Promise<void> {
  await tx.accountErasure.create({ data: erasure })
}

/**
 * Unfinished erasures that were never tried, or of accounts that were erased until `erasedBefore`
 * and not tried since `triedBefore`. Those tried longest ago come first.
 */
export function listUnfinished(
  db: Db,
  { triedBefore, erasedBefore, limit }: { triedBefore: Date; erasedBefore: Date; limit: number },
): Promise<UnfinishedErasure[]> {
  const again = { triedAt: { lte: triedBefore }, erasedAt: { lte: erasedBefore } }
  return db.accountErasure.findMany({
    where: { finishedAt: null, OR: [{ triedAt: null }, again] },
    orderBy: { triedAt: { sort: 'asc', nulls: 'first' } },
    select: {
      userId: true,
      erasedAt: true,
      recordId: true,
      addresses: true,
      ownAddresses: true,
      names: true,
    },
    take: limit,
  })
}

/** Notes a try. A finished erasure forgets what it searched for. */
export async function noteTry(
  db: Db,
  userId: string,
  { finished, now }: { finished: boolean; now: Date },
): Promise<void> {
  const end = { finishedAt: now, addresses: [], ownAddresses: [], names: [] }
  await db.accountErasure.updateMany({
    where: { userId, finishedAt: null },
    data: { triedAt: now, ...(finished && end) },
  })
}

/** Accounts erased since `since`, oldest first. */
export function listErasedAccounts(
  db: Db,
  since: Date,
): Promise<{ userId: string; erasedAt: Date }[]> {
  return db.accountErasure.findMany({
    where: { erasedAt: { gte: since } },
    orderBy: [{ erasedAt: 'asc' }, { userId: 'asc' }],
    select: { userId: true, erasedAt: true },
  })
}
