import { z } from 'zod'

/** Maximum length of a file name, in characters. */
export const MAX_NAME_LENGTH = 255

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The accepted media types. */
export const UPLOAD_TYPES = [...IMAGE_TYPES, 'application/pdf', 'text/plain'] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

export function isImageType(type: string): type is ImageType {
  return (IMAGE_TYPES as readonly string[]).includes(type)
}

/** What users upload files for. */
const OWN_PURPOSES = ['file', 'avatar', 'attachment'] as const
/** A `logo` belongs to the service and cannot be uploaded through the general route. */
export const UPLOAD_PURPOSES = [...OWN_PURPOSES, 'logo'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_LINK_SECONDS = 86_400
const DEFAULT_LINK_SECONDS = 3600

/** The fields besides the file. */
export const uploadFields = z.object({
  purpose: z
    .enum(OWN_PURPOSES)
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
