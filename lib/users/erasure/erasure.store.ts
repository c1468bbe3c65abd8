import type { Db, Tx } from '@/lib/platform/db/database'
import type { UserKind } from '@/lib/platform/user-statuses'
import { emailSpellings } from '@/lib/users/erasure/email-spellings'

/** Shorter names would be found in searches for something else. */
const SHORTEST_NAME = 3

/**
 * What others may call an account, in lower case. Without addresses that another account has now,
 * or that another had and this one never verified: what names them is about its owner.
 */
export interface KnownAs {
  /** Its current, former, and requested addresses, in each spelling. */
  addresses: string[]
  /** Those that it had verified, in each spelling: messages from them are its owner's. */
  ownAddresses: string[]
  /** Its name, unless it is too short to be found as such. */
  names: string[]
}

/** What is searched for when an account is erased. */
export async function readKnownAs(tx: Tx, userId: string): Promise<KnownAs> {
  const known = await listAddresses(tx, userId)
  const all = known.flatMap(({ spellings }) => spellings)
  const others = new Map(
    (await listOthersAddresses(tx, userId, all)).map(({ email, current }) => [email, current]),
  )
  const kept = known.filter(({ own, spellings }) =>
    spellings.every((email) => !(own ? others.get(email) : others.has(email))),
  )
  const spelled = (list: KnownAddress[]) => [...new Set(list.flatMap(({ spellings }) => spellings))]
  return {
    addresses: spelled(kept),
    ownAddresses: spelled(kept.filter(({ own }) => own)),
    names: await listNames(tx, userId),
  }
}

interface KnownAddress {
  spellings: string[]
  /** Whether the account had verified it. */
  own: boolean
}

async function listAddresses(tx: Tx, userId: string): Promise<KnownAddress[]> {
  const rows = await tx.$queryRaw<{ email: string; own: boolean }[]>`
    SELECT lower(email) AS email, bool_or(own) AS own FROM (
      SELECT email, email_verified_at IS NOT NULL AS own FROM users WHERE id = ${userId}::uuid
      UNION ALL SELECT email, true FROM former_addresses WHERE user_id = ${userId}::uuid
      UNION ALL SELECT new_email, false FROM email_changes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT email, false FROM email_tokens WHERE user_id = ${userId}::uuid
      UNION ALL SELECT email, false FROM external_identities WHERE user_id = ${userId}::uuid AND email IS NOT NULL
    ) AS known
    GROUP BY 1`
  return rows.map(({ email, own }) => ({ spellings: emailSpellings(email), own }))
}

/** Which of these addresses another account has, or had (then `current` is false). */
function listOthersAddresses(
  tx: Tx,
  userId: string,
  addresses: string[],
): Promise<{ email: string; current: boolean }[]> {
  return tx.$queryRaw`
    SELECT email, bool_or(current) AS current FROM (
      SELECT email, true AS current FROM users
      WHERE email = ANY(${addresses}::text[]) AND id <> ${userId}::uuid
      UNION ALL SELECT email, false FROM former_addresses
      WHERE email = ANY(${addresses}::text[]) AND user_id <> ${userId}::uuid
    ) AS others
    GROUP BY 1`
}

async function listNames(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT lower(btrim(name)) AS name FROM users
    WHERE id = ${userId}::uuid AND length(btrim(name)) >= ${SHORTEST_NAME}::int`
  return rows.map(({ name }) => name)
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
