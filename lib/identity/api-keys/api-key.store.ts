import { lockLiveSession } from '@/lib/access/live-caller.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** Why an API key was revoked; stored in its row. */
export type KeyRevocation =
  'revoked_by_owner' | 'revoked_by_administrator' | 'account_deactivated' | 'account_deleted'

/** A key as shown to users. Has no hash. */
export interface ApiKeyRow {
  id: string
  userId: string
  createdById: string | null
  name: string
  permissions: string[]
  allowedAddresses: string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

const SHOWN = {
  id: true,
  userId: true,
  createdById: true,
  name: true,
  permissions: true,
  allowedAddresses: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
} as const

/** What accepting a key depends on. */
export interface StoredKeyState extends Pick<
  ApiKeyRow,
  'id' | 'userId' | 'permissions' | 'allowedAddresses' | 'expiresAt' | 'lastUsedAt'
> {
  secretHash: Uint8Array
  revokedAt: Date | null
}

/** The state of a key, live or not; null if there is no such key. */
export function findKeyState(db: Db, id: string): Promise<StoredKeyState | null> {
  return db.apiKey.findUnique({
    where: { id },
    select: {
      id: true,
      userId: true,
      permissions: true,
      allowedAddresses: true,
      expiresAt: true,
      lastUsedAt: true,
      secretHash: true,
      revokedAt: true,
    },
  })
}

/**
 * Adds a key unless its owner is inactive (`inactive`), the session that asked has ended
 * (`signed_out`), or the owner has `limit` live keys (`full`). The locks make concurrent requests
 * count each other's keys, and a password reset end the session either before the check or after
 * the key, which it then finds.
 */
export async function insertApiKey(
  tx: Tx,
  key: Omit<ApiKeyRow, 'lastUsedAt'> & { secretHash: Uint8Array<ArrayBuffer> },
  { by, limit }: { by: SessionPrincipal; limit: number },
): Promise<'inserted' | 'full' | 'inactive' | 'signed_out'> {
  const locked = await tx.$queryRaw<{ id: string; status: string }[]>`
    SELECT id::text AS id, status::text AS status FROM users
    WHERE id IN (${key.userId}::uuid, ${by.userId}::uuid) ORDER BY id FOR NO KEY UPDATE`
  if (locked.find(({ id }) => id === key.userId)?.status !== 'active') return 'inactive'
  if (!(await lockLiveSession(tx, { ...by, now: key.createdAt }))) return 'signed_out'
  const live = await tx.apiKey.count({
    where: { userId: key.userId, revokedAt: null, expiresAt: { gt: key.createdAt } },
  })
  if (live >= limit) return 'full'
  await tx.apiKey.create({ data: key })
  return 'inserted'
}

/** A key that was not revoked; null if there is none. */
export function findApiKey(db: Db, id: string): Promise<ApiKeyRow | null> {
  return db.apiKey.findUnique({ where: { id, revokedAt: null }, select: SHOWN })
}

/** A user's keys, expired ones included, newest first, after the cursor (UUIDv7 sorts by time). */
export function listApiKeyRows(
  db: Db,
  by: { userId: string; limit: number; beforeId: string | null },
): Promise<ApiKeyRow[]> {
  return db.apiKey.findMany({
    where: {
      userId: by.userId,
      revokedAt: null,
      ...(by.beforeId ? { id: { lt: by.beforeId } } : {}),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: SHOWN,
  })
}

/** A page of all stored keys of a user, revoked ones included, newest first, after the cursor. */
export function listStoredKeys(
  db: Db,
  by: { userId: string; limit: number; beforeId: string | null },
): Promise<(ApiKeyRow & { revokedAt: Date | null })[]> {
  return db.apiKey.findMany({
    where: { userId: by.userId, ...(by.beforeId && { id: { lt: by.beforeId } }) },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: { ...SHOWN, revokedAt: true },
  })
}

/** Revokes a key. Returns it, or null when it was revoked already. */
export async function revokeKeyRow(
  db: Db,
  by: { id: string; reason: KeyRevocation; now: Date },
): Promise<ApiKeyRow | null> {
  const [row] = await db.apiKey.updateManyAndReturn({
    where: { id: by.id, revokedAt: null },
    data: { revokedAt: by.now, revokedReason: by.reason },
    select: SHOWN,
  })
  return row ?? null
}

/**
 * Revokes all keys of a user. Every instance learns of it with the end of the user's sessions.
 * Returns how many were live.
 */
export async function revokeKeyRowsOf(
  db: Db,
  by: { userId: string; reason: KeyRevocation; now: Date },
): Promise<number> {
  const { count } = await db.apiKey.updateMany({
    where: { userId: by.userId, revokedAt: null, expiresAt: { gt: by.now } },
    data: { revokedAt: by.now, revokedReason: by.reason },
  })
  return count
}

/** A service account with live keys that a user created. */
export interface KeyedAccount {
  id: string
  name: string | null
  keys: number
}

/** The active service accounts for which a user created keys that are live, by name. */
export function listKeyedAccounts(
  db: Db,
  { createdById, now }: { createdById: string; now: Date },
): Promise<KeyedAccount[]> {
  return db.$queryRaw<KeyedAccount[]>`
    SELECT u.id::text AS id, u.name, count(*)::int AS keys FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.created_by = ${createdById}::uuid AND k.revoked_at IS NULL AND k.expires_at > ${now}::timestamptz
      AND u.kind = 'service' AND u.status = 'active'
    GROUP BY u.id ORDER BY u.name_key, u.id`
}

/** Records that a key was used, unless a use less than `everySeconds` ago is recorded. */
export async function markKeyUsed(
  db: Db,
  by: { id: string; now: Date; everySeconds: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE api_keys SET last_used_at = ${by.now}::timestamptz
    WHERE id = ${by.id}::uuid AND (last_used_at IS NULL
      OR last_used_at <= ${by.now}::timestamptz - make_interval(secs => ${by.everySeconds}::double precision))`
}

/** A key that expires soon. */
export interface ExpiringKey {
  /**
   * Whom to warn: the owner, or who created the key of a service account; null if no one is left.
   */
  userId: string | null
  name: string
  expiresAt: Date
}

/**
 * Claims up to `limit` live keys that expire by `until`, so that each is claimed once. Not those
 * that were created to last less than `atLeastSeconds`. Locks the owner and whom to warn, too: a
 * change of their account ends keys after it locked the account. Skips what such a change holds.
 */
export function claimExpiringKeys(
  tx: Tx,
  by: { now: Date; until: Date; atLeastSeconds: number; limit: number },
): Promise<ExpiringKey[]> {
  return tx.$queryRaw<ExpiringKey[]>`
    UPDATE api_keys SET warned_at = ${by.now}::timestamptz FROM users owner
    WHERE owner.id = api_keys.user_id AND api_keys.id IN (
      SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id AND u.status = 'active'
      JOIN users warned ON warned.id = CASE u.kind WHEN 'service' THEN coalesce(k.created_by, u.id) ELSE u.id END
      WHERE k.expires_at > ${by.now}::timestamptz AND k.expires_at <= ${by.until}::timestamptz
        AND k.revoked_at IS NULL AND k.warned_at IS NULL
        AND k.expires_at - k.created_at > make_interval(secs => ${by.atLeastSeconds}::double precision)
      ORDER BY k.expires_at LIMIT ${by.limit}::int
      FOR KEY SHARE OF u, warned SKIP LOCKED FOR UPDATE OF k SKIP LOCKED)
    RETURNING (CASE owner.kind WHEN 'service' THEN api_keys.created_by ELSE api_keys.user_id END)::text AS "userId",
      api_keys.name, api_keys.expires_at AS "expiresAt"`
}

/** Deletes a batch of keys that expired before the given time. Returns how many. */
export function purgeKeys(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`DELETE FROM api_keys WHERE id IN (
    SELECT id FROM api_keys WHERE expires_at < ${before}::timestamptz
    ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
