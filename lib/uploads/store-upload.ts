import { availableParallelism } from 'node:os'
import { recordAudit } from '@/lib/audit/record-audit'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { addSeconds, now } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { reasonOf } from '@/lib/platform/describe-error'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { WorkQueue } from '@/lib/platform/work-queue'
import { inDecodingTurn } from '@/lib/uploads/decoding-turn'
import { detectType, reencodeImage } from '@/lib/uploads/file-content'
import { cleanFileName } from '@/lib/uploads/open-upload'
import { ABANDONED_SECONDS, removeDeleted } from '@/lib/uploads/remove-deleted'
import { newStorageKey, storage } from '@/lib/uploads/storage'
import { isImageType, type UploadPurpose, type UploadType } from '@/lib/uploads/upload.schemas'
import {
  isStored,
  markStored,
  markUploadAbandoned,
  type NewUpload,
  type Quota,
  readUsage,
  reserveUpload,
  type UploadRow,
} from '@/lib/uploads/upload.store'

/** Images are decoded for seconds: one core is left to everything else. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

/**
 * At most two files are processed and stored at a time. Only then are they in memory, and images
 * are decoded in the thread pool that also reads files and hashes passwords, so more than two would
 * block everything else. Both belong to the process, so each of several workers has a queue. Users
 * take turns: a small file can take seconds to decode.
 */
const queue = () =>
  processSingleton(
    'upload-queue',
    () =>
      new WorkQueue({
        concurrency: AT_ONCE,
        maxWaiting: 32,
        certainWaiting: 32,
        maxWaitSeconds: 20,
      }),
  )

interface StoreOptions {
  userId: string
  purpose: UploadPurpose
  /** Whether the file may exceed the quota: an avatar, which replaces another one, or a logo. */
  beyondQuota?: boolean
  /** Whether other files than images are refused. Always for an avatar. */
  onlyImages?: boolean
  /** Runs in the transaction that marks the upload as stored. */
  along?: (tx: Tx, upload: UploadRow) => Promise<void>
}

/**
 * Stores an upload: validates its content, re-encodes an image, reserves quota, stores the bytes,
 * and only then marks it as stored. What a failure or a crash leaves behind is removed by the
 * sweep. Refuses `payload_too_large`, `unsupported_media_type`, `image_too_large`,
 * `quota_exceeded`. Throws RefusedError (`overloaded`).
 */
export async function storeUpload(
  file: ReceivedFile,
  wanted: StoreOptions,
  ctx: RequestContext,
): Promise<Outcome<{ upload: NewUpload }>> {
  const { userId, beyondQuota = false } = wanted
  const quota = beyondQuota ? null : currentQuota()
  if (quota && (await isFull(userId, quota))) return refuse('quota_exceeded')
  // The queue includes storing, because a slow storage must not pile up files in memory either.
  const attempt = async (hasTurn: boolean, owner: string) =>
    queue().run(async () => {
      const content = await prepare(file, wanted, hasTurn)
      return content === 'needs_turn' || !content.ok
        ? content
        : storeContent({ ...content, name: file.name }, { ...wanted, quota }, ctx)
    }, owner)
  const result = await attempt(false, userId)
  if (result !== 'needs_turn') return result
  // It waits outside the queue, so that other uploads need not wait for its turn. With the turn it
  // is an owner of its own, so that it need not wait behind other files of its user.
  const stored = await inDecodingTurn(() => attempt(true, `${userId} turn`), userId)
  if (stored === 'needs_turn') throw new Error('an image needs a turn that it has')
  return stored
}

async function storeContent(
  { name, bytes, type }: Content & Pick<ReceivedFile, 'name'>,
  { userId, purpose, along, quota }: StoreOptions & { quota: Quota },
  ctx: RequestContext,
): Promise<Outcome<{ upload: NewUpload }>> {
  const row: NewUpload = {
    id: newId(),
    userId,
    purpose,
    storageKey: newStorageKey(),
    fileName: cleanFileName(name),
    contentType: type,
    size: bytes.byteLength,
    sha256: sha256(bytes),
    createdAt: now(),
  }
  const reserved = await inTransaction((tx) => reserveUpload(tx, row, quota))
  if (reserved === 'no_owner') return refuse('session_revoked')
  if (reserved === 'quota_exceeded') return refuse('quota_exceeded')
  let isPut = false
  try {
    await storage().put(row.storageKey, bytes, type)
    isPut = true
    const stored = await inTransaction(async (tx) => {
      if (!(await markStored(tx, row, now()))) return false
      await along?.(tx, row)
      await recordAudit(tx, ctx, uploadAuditEntry(row, 'upload.created', userId))
      return true
    })
    if (stored) return { ok: true, upload: row }
    await abandonUpload(row, now())
    return refuse('session_revoked')
  } catch (error) {
    // A bucket may still complete a request that has timed out here.
    await abandonUpload(row, isPut ? now() : addSeconds(now(), ABANDONED_SECONDS))
    throw error
  }
}

/** The audit details of an upload. The name is omitted, because it may contain anything. */
export function uploadAuditEntry(
  { id, purpose, contentType, size }: UploadRow,
  action: 'upload.created' | 'upload.deleted',
  actorId: string,
) {
  const details = { purpose, content_type: contentType, size }
  return { action, outcome: 'ok' as const, actorId, targetId: id, details }
}

function currentQuota() {
  const { quotaBytes, maxFiles } = settings().uploads
  return { bytes: quotaBytes, files: maxFiles }
}

/**
 * Skips processing a file if the quota is already used up. `reserveUpload` makes the final
 * decision.
 */
async function isFull(userId: string, quota: { bytes: number; files: number }): Promise<boolean> {
  const used = await readUsage(db(), userId)
  return used.files >= quota.files || used.bytes >= quota.bytes
}

interface Content {
  bytes: Buffer
  type: UploadType
}

/**
 * The content to store: images are re-encoded, other files unchanged. Images that need a lot of
 * memory are decoded one at a time (decoding-turn.ts): `hasTurn` says that this call may; otherwise
 * the result is `needs_turn`.
 */
async function prepare(
  file: ReceivedFile,
  { purpose, onlyImages = purpose === 'avatar' }: StoreOptions,
  hasTurn: boolean,
): Promise<Outcome<Content> | 'needs_turn'> {
  const bytes = await file.bytes()
  if (bytes.byteLength === 0)
    return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return refuse('payload_too_large')
  const detected = detectType(bytes, file.declaredType)
  if (detected.ok && isImageType(detected.type)) {
    const shape = purpose === 'avatar' ? 'avatar' : 'original'
    return reencodeImage(bytes, detected.type, { shape, hasTurn })
  }
  if (onlyImages)
    return refuse('unsupported_media_type', { detail: 'Send a JPEG, PNG, or WebP image.' })
  return detected.ok ? { ok: true, bytes, type: detected.type } : detected
}

/** Removes an upload that could not be stored. Its row stays until `removableAt`. */
async function abandonUpload(
  { id, userId, storageKey }: NewUpload,
  removableAt: Date,
): Promise<void> {
  try {
    await markUploadAbandoned(db(), id, removableAt)
    // Not left to the sweep: an erasure may have removed the bytes before they were there, and then
    // drops the row by which the sweep would find them.
    if (!(await isStored(db(), id))) await storage().remove(storageKey)
    await removeDeleted({ userId })
  } catch (error) {
    logger().warn(
      { upload_id: id, reason: reasonOf(error) },
      'a failed upload is left to the sweep',
    )
  }
}
