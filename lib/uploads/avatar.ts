import { addAbortSignal } from 'node:stream'
import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import {
  findAvatar,
  lockAvatarForUpdate,
  lockOwnUploadForShare,
  writeAvatar,
} from '@/lib/uploads/avatar.store'
import { discardUpload } from '@/lib/uploads/delete-upload'
import { type FileConditions, type OpenedFile, openRow } from '@/lib/uploads/open-upload'
import { storage } from '@/lib/uploads/storage'
import { storeUpload } from '@/lib/uploads/store-upload'
import { isImageType } from '@/lib/uploads/upload.schemas'
import { findUpload } from '@/lib/uploads/upload.store'

/** A storage that stops in the middle must not hold a place in the queue. */
const READ_MS = 30_000

interface AvatarOptions {
  /** Of the user. */
  versions?: AcceptedVersions
  /** Runs after the change, in its transaction. */
  along?: (tx: Tx) => Promise<void>
}

/**
 * Sets the user's avatar from an image and deletes the previous one. Refuses what `storeUpload`
 * refuses, except for the quota. Like the functions below, throws `precondition_failed` as a
 * RefusedError if `versions` lacks that of the user, and what `along` throws.
 */
export async function setAvatar(
  file: ReceivedFile,
  { userId }: Principal,
  ctx: RequestContext,
  options: AvatarOptions = {},
): Promise<Outcome> {
  const wanted = {
    userId,
    purpose: 'avatar' as const,
    beyondQuota: true,
    along: async (tx: Tx, { id }: { id: string }) => {
      await replaceAvatar(tx, { ...options, userId, uploadId: id }, ctx)
    },
  }
  const stored = await storeUpload(file, wanted, ctx)
  return stored.ok ? { ok: true } : stored
}

/** Removes the user's avatar, if any. Returns the version that the user has afterwards. */
export function removeAvatar(
  { userId }: Principal,
  ctx: RequestContext,
  options: AvatarOptions = {},
): Promise<Outcome<{ version: number }>> {
  return inTransaction(async (tx) => {
    const version = await replaceAvatar(tx, { ...options, userId, uploadId: null }, ctx)
    return version === null ? refuse('session_revoked') : { ok: true, version }
  })
}

/**
 * Sets the user's avatar from one of their uploads: an avatar as is, another image as a copy cut to
 * size. Refuses `validation_failed` for anything but an image of their own; throws it as a
 * RefusedError if the storage has lost the image.
 */
export async function chooseAvatar(
  uploadId: string,
  principal: Principal,
  ctx: RequestContext,
  options: AvatarOptions = {},
): Promise<Outcome> {
  const { userId } = principal
  const row = isId(uploadId) ? await findUpload(db(), { id: uploadId, userId }) : null
  if (!row || !isImageType(row.contentType)) return refuseUpload()
  if (row.purpose !== 'avatar') {
    const copy = {
      name: row.fileName,
      declaredType: row.contentType,
      bytes: () => bytesOf(row.storageKey),
    }
    return setAvatar(copy, principal, ctx, options)
  }
  return inTransaction(async (tx) => {
    await lockUser(tx, userId)
    // It may have been deleted meanwhile.
    if (!(await lockOwnUploadForShare(tx, { id: row.id, userId }))) return refuseUpload()
    await replaceAvatar(tx, { ...options, userId, uploadId: row.id }, ctx)
    return { ok: true }
  })
}

function refuseUpload(): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['avatar_upload_id'], 'invalid')] })
}

/** A user's avatar. The caller has checked that it is the user, or a holder of `users:read`. */
export async function openAvatar(
  userId: string,
  conditions: FileConditions,
): Promise<Outcome<{ file: OpenedFile }>> {
  const row = isId(userId) ? await findAvatar(db(), userId) : null
  return row ? openRow(row, conditions) : refuse('not_found')
}

/** Returns the new version of the user, or null if the account isn't active. */
async function replaceAvatar(
  tx: Tx,
  { versions, along, ...avatar }: AvatarOptions & { userId: string; uploadId: string | null },
  ctx: RequestContext,
): Promise<number | null> {
  const held = await lockAvatarForUpdate(tx, avatar.userId)
  const stale = held && checkVersion(held, versions)
  if (stale) throw new RefusedError(stale)
  const changes = held !== null && held.uploadId !== avatar.uploadId
  if (changes) await changeAvatar(tx, { ...avatar, held }, ctx)
  await along?.(tx)
  return held && held.version + Number(changes)
}

async function changeAvatar(
  tx: Tx,
  {
    userId,
    uploadId,
    held,
  }: { userId: string; uploadId: string | null; held: { uploadId: string | null } },
  ctx: RequestContext,
): Promise<void> {
  if (held.uploadId) await discardUpload(tx, { id: held.uploadId, userId }, ctx)
  await writeAvatar(tx, userId, uploadId)
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'profile.changed',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { fields: ['avatar'] },
  })
}

async function bytesOf(storageKey: string): Promise<Buffer> {
  const stream = await storage().open(storageKey)
  if (!stream) throw new RefusedError(refuseUpload())
  addAbortSignal(AbortSignal.timeout(READ_MS), stream)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch (error) {
    throw new RefusedError(refuse('unavailable'), { cause: error })
  }
  return Buffer.concat(chunks)
}
