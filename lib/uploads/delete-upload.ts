import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import type { Tx } from '@/lib/platform/db/database'
import { afterCommit, inTransaction } from '@/lib/platform/db/transaction'
import { reasonOf } from '@/lib/platform/describe-error'
import { isId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { removeDeleted } from '@/lib/uploads/remove-deleted'
import { uploadAuditEntry } from '@/lib/uploads/store-upload'
import { disownUploads, markAllDeleting, markDeleting } from '@/lib/uploads/upload.store'

/** Deletes one of the user's own uploads; its links stop working. Refuses `not_found`. */
export async function deleteUpload(
  { id, userId }: { id: string; userId: string },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const row = await discardUpload(tx, { id, userId }, ctx)
    return row ? { ok: true } : refuse('not_found')
  })
}

/**
 * The same within a transaction, which holds the user's row (`lockUser`). Returns the deleted
 * upload, or null.
 */
export async function discardUpload(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  ctx: RequestContext,
) {
  const row = await markDeleting(tx, id, { userId }, ctx.now)
  if (!row) return null
  await recordAudit(tx, ctx, uploadAuditEntry(row, 'upload.deleted', userId))
  afterCommit(tx, () => removeQuietly({ id }))
  return row
}

/** Deletes a logo, regardless of who uploaded it. */
export async function discardLogo(
  tx: Tx,
  { id, actorId }: { id: string; actorId: string },
  ctx: RequestContext,
): Promise<void> {
  const row = await markDeleting(tx, id, { purpose: 'logo' }, ctx.now)
  if (!row) return
  await recordAudit(tx, ctx, uploadAuditEntry(row, 'upload.deleted', actorId))
  afterCommit(tx, () => removeQuietly({ id }))
}

/** Deletes all uploads of a user, with their account. Returns how many. */
export async function deleteUploadsOf(tx: Tx, userId: string, now: Date): Promise<number> {
  const count = await markAllDeleting(tx, userId, now)
  // The caller doesn't wait until the storage has removed all of them.
  if (count > 0) afterCommit(tx, () => void removeQuietly({ userId }))
  return count
}

/**
 * Deletes all uploads of a user whose account is being erased: nothing says anymore whose they
 * were.
 */
export async function eraseUploadsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const count = await disownUploads(tx, userId, now)
  if (count > 0) afterCommit(tx, () => void removeQuietly({}))
}

/**
 * Deleted uploads are no longer served, so bytes that cannot be removed now are left to the sweep.
 */
async function removeQuietly(of: { id?: string; userId?: string }): Promise<void> {
  try {
    await removeDeleted(of)
  } catch (error) {
    logger().warn({ reason: reasonOf(error) }, 'deleted uploads are left to the sweep')
  }
}
