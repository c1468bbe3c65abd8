import type { Sharp, SharpOptions } from 'sharp'
import { processSingleton } from '@/lib/config/process-singleton'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { decodingBytes, type ImageShape, MAX_ENCODED_BYTES } from '@/lib/uploads/decoding-memory'
import { withoutCostlyMetadata } from '@/lib/uploads/image-metadata'
import type { ImageType, UploadType } from '@/lib/uploads/upload.schemas'

/** Types that clients declare for text, or for a file whose type they don't know. */
const MAY_BE_TEXT: readonly string[] = ['text/plain', 'application/octet-stream', '']
/** How far from the end of a PDF its end marker may be. */
const PDF_TAIL = 2048

/**
 * Detects the type of a file from its bytes, whatever its name and declared type. Text has no
 * signature: a file is text only if it is harmless and not declared as something else. Refuses
 * `unsupported_media_type`.
 */
export function detectType(bytes: Buffer, declared: string): Outcome<{ type: UploadType }> {
  const signed = detectTypeBySignature(bytes)
  if (signed === 'application/pdf' && !bytes.subarray(-PDF_TAIL).includes('%%EOF'))
    return refuse('unsupported_media_type', { detail: 'The PDF is incomplete.' })
  if (signed !== null) return { ok: true, type: signed }
  if (MAY_BE_TEXT.includes(declared) && isPlainText(bytes)) return { ok: true, type: 'text/plain' }
  return refuse('unsupported_media_type', {
    detail: 'Send a JPEG, PNG, or WebP image, a PDF, or plain text in UTF-8.',
  })
}

function detectTypeBySignature(bytes: Buffer): Exclude<UploadType, 'text/plain'> | null {
  const at = (offset: number, text: string) =>
    bytes.toString('latin1', offset, offset + text.length) === text
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg'
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp'
  return at(0, '%PDF-') ? 'application/pdf' : null
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Valid UTF-8 without control characters other than tab and line breaks, that doesn't start like a
 * markup document.
 */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = strictUtf8.decode(bytes)
    return !/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text) && !text.trimStart().startsWith('<')
  } catch {
    return false
  }
}

const MAX_PIXELS = 40_000_000
/** What re-encoding one image may take. Memory limits of deployments rely on it (sizing.md). */
const MAX_DECODING_BYTES = 320 * 1024 * 1024
/** An image that takes more waits for its turn. */
const CHEAP_BYTES = 48 * 1024 * 1024
const TIMEOUT_SECONDS = 10
const AVATAR_PIXELS = 512

/**
 * `limitInputPixels` refuses before anything is decoded. Only the first frame of an animation is
 * read.
 */
const INPUT: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true }

/**
 * Decodes and re-encodes an image, upright, in sRGB, without metadata or anything hidden in the
 * file. Refuses `unsupported_media_type` for what cannot be decoded, and `image_too_large`, before
 * decoding. Returns `needs_turn`, before decoding, for an image that needs a lot of memory, unless
 * it `hasTurn`.
 */
export async function reencodeImage(
  bytes: Buffer,
  type: ImageType,
  { shape, hasTurn }: { shape: ImageShape; hasTurn: boolean },
): Promise<Outcome<{ bytes: Buffer; type: ImageType }> | 'needs_turn'> {
  const sharp = await loadSharp()
  const stripped = withoutCostlyMetadata(bytes, type)
  if (!stripped) return refuse('unsupported_media_type', { detail: UNREADABLE })
  try {
    const image = sharp(stripped, INPUT)
    const needed = decodingBytes(await image.metadata(), shape)
    if (needed > MAX_DECODING_BYTES) return refuse('image_too_large', { detail: NEEDS_TOO_MUCH })
    if (needed > CHEAP_BYTES && !hasTurn) return 'needs_turn'
    const made = await encoded(image, type, shape)
    if (made.byteLength > MAX_ENCODED_BYTES)
      return refuse('image_too_large', { detail: GREW_TOO_MUCH })
    return { ok: true, bytes: made, type: shape === 'avatar' ? 'image/webp' : type }
  } catch (error) {
    return refusalOf(error as Error)
  }
}

const DAMAGED = 'The image is damaged or incomplete.'
const UNREADABLE = 'The image is damaged or incomplete, or has more than 20,000 parts.'
const NEEDS_TOO_MUCH =
  'The image needs too much memory. Send it in a smaller size, as a JPEG, or not interlaced.'
const GREW_TOO_MUCH =
  'The image is larger than 20 MiB after re-encoding. Send it in a smaller size, or as a JPEG.'

/**
 * A WebP takes less memory and time with less effort. Optimized coding of a JPEG would hold the
 * whole image, which otherwise passes through row by row.
 */
function encoded(image: Sharp, type: ImageType, shape: ImageShape): Promise<Buffer> {
  const bounded = image.timeout({ seconds: TIMEOUT_SECONDS })
  if (shape === 'avatar')
    return bounded
      .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover', position: 'center' })
      .webp({ quality: 82 })
      .toBuffer()
  if (type === 'image/jpeg') return bounded.jpeg({ quality: 88, optimizeCoding: false }).toBuffer()
  if (type === 'image/png') return bounded.png().toBuffer()
  return bounded.webp({ quality: 88, effort: 2 }).toBuffer()
}

function refusalOf({ message }: Error) {
  if (/pixel limit|too large/i.test(message)) return refuse('image_too_large')
  if (/timeout/i.test(message))
    return refuse('image_too_large', { detail: 'The image takes too long to process.' })
  return refuse('unsupported_media_type', { detail: DAMAGED })
}

/**
 * sharp with only the JPEG, PNG and WebP decoders, for the whole process: an SVG, which it would
 * open by default, may contain script and references to files. Loaded on first use.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  processSingleton('sharp-decoders', () => {
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
