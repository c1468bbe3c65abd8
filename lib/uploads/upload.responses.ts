import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import { UPLOAD_PURPOSES } from '@/lib/uploads/upload.schemas'

export const uploadResponse = z
  .strictObject({
    id: z.uuid(),
    url: z.string().describe('Accessible to the owner; create a link to share it'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the stored file'),
    content_type: z.string(),
    size: z.int().describe('Size of the stored file in bytes'),
    name: z
      .string()
      .nullable()
      .meta({ examples: ['report.pdf'] }),
    purpose: z.enum(UPLOAD_PURPOSES),
    created_at: instant,
  })
  .meta({ id: 'Upload' })

/** An upload in its owner's data export. */
export const exportedUploadResponse = uploadResponse
  .extend({
    download_url: z
      .string()
      .meta({
        examples: [
          'https://gatehouse.example.com/api/v1/uploads/01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42?expires=1773566813&signature=k1c',
        ],
      })
      .describe('Opens the file without signing in until it expires'),
    download_expires_at: instant,
  })
  .meta({ id: 'ExportedUpload' })

export type ExportedUpload = z.output<typeof exportedUploadResponse>

export const linkResponse = z
  .strictObject({ url: z.string(), expires_at: instant })
  .meta({ id: 'UploadLink' })
