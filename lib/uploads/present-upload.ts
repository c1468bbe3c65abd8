import type { z } from 'zod'
import { uploadUrl } from '@/lib/uploads/upload-link'
import type { uploadResponse } from '@/lib/uploads/upload.responses'
import type { UploadRow } from '@/lib/uploads/upload.store'

export type PresentedUpload = z.output<typeof uploadResponse>

/** Builds the owner's API response. */
export function presentUpload(row: UploadRow): PresentedUpload {
  return {
    id: row.id,
    url: uploadUrl(row.id),
    sha256: Buffer.from(row.sha256).toString('hex'),
    content_type: row.contentType,
    size: row.size,
    name: row.fileName,
    purpose: row.purpose,
    created_at: row.createdAt.toISOString(),
  }
}
