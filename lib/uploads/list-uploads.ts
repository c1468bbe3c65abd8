import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { type PresentedUpload, presentUpload } from '@/lib/uploads/present-upload'
import { signedUploadUrl } from '@/lib/uploads/upload-link'
import type { ExportedUpload } from '@/lib/uploads/upload.responses'
import { findUpload, listUploadRows, readUsage } from '@/lib/uploads/upload.store'

const EXPORT_BATCH = 500
const EXPORT_LINK_SECONDS = 86_400

/** One page of a user's uploads, newest first. */
export async function listUploads(
  userId: string,
  page: PageRequest,
): Promise<Outcome<{ uploads: PresentedUpload[]; nextCursor: string | null }>> {
  const listed = await listPageById('uploads', page, (by) =>
    listUploadRows(db(), { userId, ...by }),
  )
  if (!listed.ok) return listed
  return { ok: true, uploads: listed.rows.map(presentUpload), nextCursor: listed.nextCursor }
}

/** The storage a user's files take, and the quota. */
export async function getUploadUsage(userId: string): Promise<{ bytes: number; maxBytes: number }> {
  const { bytes } = await readUsage(db(), userId)
  return { bytes, maxBytes: settings().uploads.quotaBytes }
}

/**
 * A link that opens one of the user's uploads for anyone, valid for `expiresIn` seconds. Refuses
 * `not_found`.
 */
export async function createUploadLink(
  { id, userId }: { id: string; userId: string },
  { expiresIn, now }: { expiresIn: number; now: Date },
): Promise<Outcome<{ url: string; expiresAt: Date; name: string | null }>> {
  const row = isId(id) ? await findUpload(db(), { id, userId }) : null
  if (!row) return refuse('not_found')
  // Whole seconds, the precision of the link.
  const expiresAt = new Date(Math.floor(addSeconds(now, expiresIn).getTime() / 1000) * 1000)
  return { ok: true, url: signedUploadUrl(id, expiresAt), expiresAt, name: row.fileName }
}

/**
 * A user's uploads for the data export, batch by batch, each with a link to its content that is
 * valid for a day.
 */
export async function* uploadsForExport(
  userId: string,
  now: Date,
): AsyncGenerator<ExportedUpload[]> {
  const expiresAt = addSeconds(now, EXPORT_LINK_SECONDS)
  let beforeId: string | null = null
  for (;;) {
    const rows = await listUploadRows(db(), { userId, limit: EXPORT_BATCH, beforeId })
    yield rows.map((row) => ({
      ...presentUpload(row),
      download_url: signedUploadUrl(row.id, expiresAt),
      download_expires_at: expiresAt.toISOString(),
    }))
    if (rows.length < EXPORT_BATCH) return
    beforeId = rows.at(-1)!.id
  }
}
