import type { Metadata } from 'sharp'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'

/** An image may grow when it is re-encoded, up to this limit. */
export const MAX_ENCODED_BYTES = 2 * MAX_UPLOAD_BYTES
/** What every decoding takes, whatever the image. */
const FIXED_BYTES = 8 * 1024 * 1024

/** Unchanged, or cropped from the center to the square of an avatar. */
export type ImageShape = 'original' | 'avatar'

/** What a decoder reports before it decodes. */
type ImageHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'orientation' | 'pages'
>

/** How many rows are held while an image passes through row by row. */
const ROWS: Record<ImageShape, number> = { original: 850, avatar: 2200 }

/**
 * Estimates how much memory, in bytes, re-encoding an image takes in addition to the file. Images
 * of as many pixels differ a hundredfold: a photo passes through row by row, but an interlaced,
 * rotated, or lossless image is held as a whole, some of them more than once. The factors are
 * measured peaks of memory (RSS) with sharp 0.35, rounded up.
 */
export function decodingBytes(image: ImageHeader, shape: ImageShape): number {
  const perPixel = image.channels * (image.depth === 'ushort' ? 2 : 1)
  const pixels = image.width * image.height
  // An avatar is small. Anything else can hardly be compressed if it is noise.
  const result = shape === 'avatar' ? 0 : Math.min(pixels * perPixel, MAX_ENCODED_BYTES)
  const held = pixels * heldPerPixel(image, perPixel, shape)
  return FIXED_BYTES + held + image.width * perPixel * ROWS[shape] + result
}

/** The bytes that are held for each pixel of the whole image. */
function heldPerPixel(image: ImageHeader, perPixel: number, shape: ImageShape): number {
  const isAvatar = shape === 'avatar'
  if (image.format === 'webp') return heldByWebp(image, isAvatar)
  const isTurned = !isAvatar && (image.orientation ?? 1) > 1
  // The coefficients of a JPEG in several scans have 16 bits. What its header says about chroma
  // subsampling can understate their number.
  const interlaced = image.format === 'jpeg' ? 2 * image.channels : perPixel
  return (image.isProgressive ? interlaced : 0) + (isTurned ? perPixel : 0)
}

/**
 * A WebP is encoded from the whole image, and its transparency is compressed without loss. For an
 * avatar it is scaled down while it is decoded, unless it is animated.
 */
function heldByWebp({ channels, pages = 1 }: ImageHeader, isAvatar: boolean): number {
  const animated = pages > 1 ? 8 : 0
  if (isAvatar) return 5 + animated
  return (channels > 3 ? 36 : 14) + animated
}
