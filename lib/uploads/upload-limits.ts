/** The largest file that is taken, in bytes. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** How long the name of a file may be, in characters. */
export const MAX_NAME_LENGTH = 255

/** The media types that are taken. */
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
