import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import type { Outcome } from '@/lib/platform/problems'
import { type PresentedUpload, presentUpload } from '@/lib/uploads/present-upload'
import { listUploadRows, readUsage } from '@/lib/uploads/upload.store'

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
