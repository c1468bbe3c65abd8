import { z } from 'zod'

/** Maximum file size, in bytes. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** Maximum length of a file name, in characters. */
export const MAX_NAME_LENGTH = 255

/** The accepted media types. */
export const UPLOAD_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export function isImageType(type: string): type is ImageType {
  return (IMAGE_TYPES as readonly string[]).includes(type)
}

/**
 * What uploads are for. A `logo` belongs to the service and cannot be uploaded through the general
 * route.
 */
export const UPLOAD_PURPOSES = ['file', 'avatar', 'attachment', 'logo'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_LINK_SECONDS = 86_400
const DEFAULT_LINK_SECONDS = 3600

/** The fields besides the file. */
export const uploadFields = z.object({
  purpose: z
    .enum(['file', 'avatar', 'attachment'])
    .default('file')
    .describe('avatar: an image, cropped to 512 × 512 pixels'),
})

export const linkBody = z.object({
  expires_in: z
    .int()
    .min(1)
    .max(MAX_LINK_SECONDS)
    .default(DEFAULT_LINK_SECONDS)
    .describe('Lifetime of the link in seconds'),
})

/** The query of a signed link. The owner needs none of it. */
export const openQuery = z.object({
  expires: z.string().max(32).optional().describe('For links: when the link expires'),
  signature: z.string().max(128).optional().describe('For links: the signature'),
})

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
    created_at: z.iso.datetime(),
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
    download_expires_at: z.iso.datetime(),
  })
  .meta({ id: 'ExportedUpload' })

export type ExportedUpload = z.output<typeof exportedUploadResponse>

export const linkResponse = z
  .strictObject({ url: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'UploadLink' })
