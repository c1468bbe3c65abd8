import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { presentUpload } from '@/lib/uploads/present-upload'
import { signedUploadUrl } from '@/lib/uploads/upload-link'
import type { ExportedUpload } from '@/lib/uploads/upload.responses'
import { listUploadRows } from '@/lib/uploads/upload.store'

const EXPORT_BATCH = 500
const EXPORT_LINK_SECONDS = 86_400

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
