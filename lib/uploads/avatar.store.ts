import type { Db, Tx } from '@/lib/platform/db/database'
import { UPLOAD_COLUMNS, type UploadRow } from '@/lib/uploads/upload.store'

/** A user's avatar, whatever the status of the account, or null. */
export async function findAvatar(db: Db, userId: string): Promise<UploadRow | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { avatar: { select: UPLOAD_COLUMNS } },
  })
  return user?.avatar ?? null
}

/**
 * Locks the user's row until `tx` ends and returns its version and the avatar, if any. Null if the
 * account isn't active.
 */
export async function lockAvatarForUpdate(
  tx: Tx,
  userId: string,
): Promise<{ uploadId: string | null; version: number } | null> {
  const rows = await tx.$queryRaw<{ uploadId: string | null; version: number }[]>`
    SELECT avatar_upload_id::text AS "uploadId", version FROM users
    WHERE id = ${userId}::uuid AND status = 'active' FOR NO KEY UPDATE`
  return rows[0] ?? null
}

/** Whether the user owns the upload, which then cannot be deleted until `tx` ends. */
export async function lockOwnUploadForShare(
  tx: Tx,
  by: { id: string; userId: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM uploads WHERE id = ${by.id}::uuid AND user_id = ${by.userId}::uuid AND status = 'stored' FOR SHARE`
  return rows.length > 0
}

/** Sets the avatar of a user whose row is locked. */
export async function writeAvatar(tx: Tx, userId: string, uploadId: string | null): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { avatarUploadId: uploadId, version: { increment: 1 } },
  })
}
