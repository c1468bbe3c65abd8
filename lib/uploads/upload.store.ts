import type { Db, Tx } from '@/lib/platform/db/database'
import type { UploadPurpose } from '@/lib/uploads/upload.schemas'
import type { Prisma } from '@/prisma/generated/client'

export interface UploadRow {
  id: string
  /** Null once the owner is erased. */
  userId: string | null
  purpose: UploadPurpose
  storageKey: string
  fileName: string | null
  contentType: string
  size: number
  sha256: Uint8Array
  createdAt: Date
}

/** An upload that is being stored. */
export type NewUpload = UploadRow & { userId: string }

/** The quota that an upload counts against; null for none. */
export type Quota = { bytes: number; files: number } | null

/**
 * Reserves quota for a file that is stored next. One conditional write under a lock on the owner's
 * row decides: concurrent uploads cannot exceed the quota, and an inactive account gets none.
 */
export async function reserveUpload(
  tx: Tx,
  row: NewUpload,
  quota: Quota,
): Promise<'reserved' | 'quota_exceeded' | 'no_owner'> {
  if (!(await lockActiveOwnerForUpdate(tx, row.userId))) return 'no_owner'
  const inserted = await tx.$executeRaw`
    INSERT INTO uploads (id, user_id, purpose, status, storage_key, file_name, content_type, size, sha256, created_at, status_at)
    SELECT ${row.id}::uuid, ${row.userId}::uuid, ${row.purpose}::upload_purpose, 'pending', ${row.storageKey},
      ${row.fileName}, ${row.contentType}, ${row.size}, ${row.sha256}, ${row.createdAt}, ${row.createdAt}
    FROM (SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploads
      WHERE user_id = ${row.userId}::uuid AND status IN ('pending', 'stored') AND purpose <> 'logo') used
    WHERE ${quota === null} OR (used.files < ${quota?.files ?? 0} AND used.bytes + ${row.size} <= ${quota?.bytes ?? 0})`
  return inserted === 1 ? 'reserved' : 'quota_exceeded'
}

/**
 * Whether the owner's account is active. Until `tx` ends it cannot be deleted or get another
 * upload.
 */
async function lockActiveOwnerForUpdate(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM users WHERE id = ${userId}::uuid AND status = 'active' FOR NO KEY UPDATE`
  return rows.length > 0
}

/** How much storage an owner's files take. */
export async function readUsage(db: Db, userId: string): Promise<{ files: number; bytes: number }> {
  const { _count, _sum } = await db.upload.aggregate({
    where: { userId, status: { in: ['pending', 'stored'] }, purpose: { not: 'logo' } },
    _count: true,
    _sum: { size: true },
  })
  return { files: _count, bytes: _sum.size ?? 0 }
}

/** Marks an upload as stored, unless it was swept or its owner's account was deleted meanwhile. */
export async function markStored(tx: Tx, { id, userId }: NewUpload, now: Date): Promise<boolean> {
  if (!(await lockActiveOwnerForUpdate(tx, userId))) return false
  const { count } = await tx.upload.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'stored', statusAt: now },
  })
  return count === 1
}

const STORED = { status: 'stored' } as const
/** A stored upload that belongs to its uploader. Logos belong to the service. */
const OWNED = { ...STORED, purpose: { not: 'logo' } } satisfies Prisma.UploadWhereInput
/** The columns of an UploadRow. */
export const UPLOAD_COLUMNS = {
  id: true,
  userId: true,
  purpose: true,
  storageKey: true,
  fileName: true,
  contentType: true,
  size: true,
  sha256: true,
  createdAt: true,
} as const

/** A stored upload whose owner's account is active, or a logo. */
export const SHOWN_UPLOAD = {
  ...STORED,
  OR: [{ owner: { status: 'active' } }, { purpose: 'logo' }],
} satisfies Prisma.UploadWhereInput

/** A visible upload, or with `userId`, only one that belongs to that user. */
export function findUpload(
  db: Db,
  { id, userId }: { id: string; userId?: string },
): Promise<UploadRow | null> {
  return db.upload.findFirst({
    where: userId ? { id, userId, ...OWNED, owner: { status: 'active' } } : { id, ...SHOWN_UPLOAD },
    select: UPLOAD_COLUMNS,
  })
}

/**
 * Which of these uploads the user may attach: their own stored ones. They cannot be deleted until
 * `tx` ends.
 */
export async function lockOwnUploadsForShare(
  tx: Tx,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT uploads.id::text FROM uploads JOIN users ON users.id = user_id
    WHERE uploads.id = ANY(${ids}::uuid[]) AND user_id = ${userId}::uuid AND users.status = 'active'
      AND uploads.status = 'stored' AND purpose <> 'logo'
    ORDER BY uploads.id FOR SHARE OF uploads`
  return new Set(rows.map(({ id }) => id))
}

/**
 * Turns a user's image into a logo, which belongs to the service. False if they have no such image.
 */
export async function convertToLogo(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { count } = await tx.upload.updateMany({
    where: {
      id,
      userId,
      ...STORED,
      contentType: { startsWith: 'image/' },
      purpose: { not: 'avatar' },
    },
    data: { purpose: 'logo' },
  })
  return count === 1
}

/** An owner's uploads after the cursor, newest first, without logos. */
export function listUploadRows(
  db: Db,
  { userId, limit, beforeId }: { userId: string; limit: number; beforeId: string | null },
): Promise<UploadRow[]> {
  return db.upload.findMany({
    where: { userId, ...OWNED, ...(beforeId && { id: { lt: beforeId } }) },
    select: UPLOAD_COLUMNS,
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/**
 * Marks one upload of an owner, or one logo, as deleted, once; its bytes are removed next. Returns
 * null if there is none. An owner cannot delete a logo, because pages and emails show it.
 */
export async function markDeleting(
  tx: Tx,
  id: string,
  of: { userId: string } | { purpose: 'logo' },
  now: Date,
): Promise<UploadRow | null> {
  const rows = await tx.upload.updateManyAndReturn({
    where: { id, ...('userId' in of ? { ...OWNED, ...of } : { ...STORED, ...of }) },
    data: { status: 'deleting', statusAt: now },
    select: UPLOAD_COLUMNS,
  })
  if (rows.length > 0)
    await tx.user.updateMany({ where: { avatarUploadId: id }, data: { avatarUploadId: null } })
  return rows[0] ?? null
}

/**
 * Marks all stored uploads of an owner as deleted, except logos, which belong to the service. The
 * owner's row must be locked and no longer active, so that pending uploads cannot become stored.
 */
export async function markAllDeleting(tx: Tx, userId: string, now: Date): Promise<number> {
  await tx.user.update({ where: { id: userId }, data: { avatarUploadId: null } })
  const { count } = await tx.upload.updateMany({
    where: { userId, ...OWNED },
    data: { status: 'deleting', statusAt: now },
  })
  return count
}

/**
 * Takes the owner and the file names from all uploads of a user, and marks those that are not a
 * logo as deleted. Their rows stay until their bytes are removed.
 */
export async function disownUploads(tx: Tx, userId: string, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE uploads SET user_id = NULL, file_name = NULL, status_at = greatest(status_at, ${now}::timestamptz),
      status = CASE WHEN purpose = 'logo' THEN status ELSE 'deleting' END
    WHERE user_id = ${userId}::uuid`
}

/** Whether an upload is stored, such as by a transaction whose commit seemed to fail. */
export async function isStored(db: Db, id: string): Promise<boolean> {
  return (await db.upload.count({ where: { id, ...STORED } })) > 0
}

/** Marks an upload that could not be stored as deleted. Its row stays until `removableAt`. */
export async function markUploadAbandoned(db: Db, id: string, removableAt: Date): Promise<void> {
  await db.upload.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'deleting', statusAt: removableAt },
  })
}

/** Marks uploads pending since before that time as deleted: the process storing them is gone. */
export async function abandonPending(db: Db, before: Date, now: Date): Promise<void> {
  await db.upload.updateMany({
    where: { status: 'pending', statusAt: { lt: before } },
    data: { status: 'deleting', statusAt: now },
  })
}

/** Uploads whose bytes are to be removed at that time or earlier, ordered by id. */
export function listDeleting(
  db: Db,
  by: { limit: number; afterId: string | null; at: Date; id?: string; userId?: string },
): Promise<{ id: string; storageKey: string }[]> {
  return db.upload.findMany({
    where: {
      status: 'deleting',
      statusAt: { lte: by.at },
      ...(by.userId && { userId: by.userId }),
      ...((by.id ?? by.afterId) && { id: by.id ?? { gt: by.afterId! } }),
    },
    select: { id: true, storageKey: true },
    orderBy: { id: 'asc' },
    take: by.limit,
  })
}

/** Deletes the rows of uploads whose bytes are removed. */
export async function dropUploads(db: Db, ids: readonly string[]): Promise<void> {
  await db.upload.deleteMany({ where: { id: { in: [...ids] }, status: 'deleting' } })
}
