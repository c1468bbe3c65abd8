import type { Sharp, SharpOptions } from 'sharp'
import { remember } from '@/lib/platform/remember'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { MAX_UPLOAD_BYTES, type ImageType } from '@/lib/uploads/upload-limits'

const MAX_PIXELS = 40_000_000
const TIMEOUT_SECONDS = 10
const AVATAR_PIXELS = 512
/** An image may grow when it is encoded anew; not without bound. */
const MAX_ENCODED_BYTES = 2 * MAX_UPLOAD_BYTES

/** `limitInputPixels` refuses before anything is decoded; only the first frame of an animation is ever read. */
const INPUT: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true }

/** As it is, or cut from the middle to the square of an avatar. */
type ImageShape = 'original' | 'avatar'

/**
 * Decodes an image and encodes it anew, upright, in sRGB, without metadata and without whatever was hidden in the file. Refuses
 * `unsupported_media_type` for what cannot be decoded, and `image_too_large`. Two at once at most: see store-upload.ts.
 */
export async function reencodeImage(
  bytes: Buffer,
  type: ImageType,
  shape: ImageShape,
): Promise<Outcome<{ bytes: Buffer; type: ImageType }>> {
  const sharp = await loadSharp()
  try {
    const made = await encoded(sharp(bytes, INPUT), type, shape)
    if (made.byteLength > MAX_ENCODED_BYTES) return refuse('image_too_large')
    return { ok: true, bytes: made, type: shape === 'avatar' ? 'image/webp' : type }
  } catch (error) {
    return refusalOf(error as Error)
  }
}

function encoded(image: Sharp, type: ImageType, shape: ImageShape): Promise<Buffer> {
  const bounded = image.timeout({ seconds: TIMEOUT_SECONDS })
  if (shape === 'avatar')
    return bounded
      .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover', position: 'centre' })
      .webp({ quality: 82 })
      .toBuffer()
  if (type === 'image/jpeg') return bounded.jpeg({ quality: 88 }).toBuffer()
  return type === 'image/png' ? bounded.png().toBuffer() : bounded.webp({ quality: 88 }).toBuffer()
}

function refusalOf({ message }: Error) {
  if (/pixel limit|too large/i.test(message)) return refuse('image_too_large')
  if (/timeout/i.test(message))
    return refuse('image_too_large', { detail: 'The image takes too long to process.' })
  return refuse('unsupported_media_type', { detail: 'The image is damaged or incomplete.' })
}

/**
 * sharp with the decoders of JPEG, PNG and WebP and no others, for the whole process: an SVG, which it would open by default, may contain
 * script and references to files. Loaded at first use.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  remember('sharp-decoders', () => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    })
    sharp.concurrency(1)
    sharp.cache(false)
    return true
  })
  return sharp
}
