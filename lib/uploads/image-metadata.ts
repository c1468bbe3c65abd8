import { inflateSync } from 'node:zlib'
import type { ImageType } from '@/lib/uploads/upload.schemas'

/** Photos and animations have a few hundred. Decoders hold up to 400 bytes for each. */
const MAX_PARTS = 20_000
/** Profiles of cameras and screens have some kilobytes, those of printers up to 3 MB. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

/**
 * The image, without what a decoder would hold in memory although re-encoding discards it: the
 * texts of a PNG can take a thousand times their size as soon as its header is read. Returns null
 * if the file is damaged or has too many parts.
 */
export function withoutCostlyMetadata(bytes: Buffer, type: ImageType): Buffer | null {
  if (type === 'image/png') return withNeededChunks(bytes)
  const parts = type === 'image/jpeg' ? countMetadataSegments(bytes) : countWebpChunks(bytes)
  return parts > MAX_PARTS ? null : bytes
}

const PNG_SIGNATURE_BYTES = 8
/** Length, type, and checksum of a chunk. */
const PNG_FRAME_BYTES = 12
/** Those that a decoder must know, and those that change how the pixels look. */
const CRITICAL_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const APPEARANCE_CHUNKS = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'eXIf']

/** Everything from the end marker on is removed too. */
function withNeededChunks(png: Buffer): Buffer | null {
  const kept = [png.subarray(0, PNG_SIGNATURE_BYTES)]
  const seen = new Set<string>()
  let at = PNG_SIGNATURE_BYTES
  for (let count = 0; count < MAX_PARTS && at + PNG_FRAME_BYTES <= png.length; count++) {
    const end = at + PNG_FRAME_BYTES + png.readUInt32BE(at)
    if (end > png.length) return null
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, end - 4)
    if (CRITICAL_CHUNKS.includes(type)) kept.push(png.subarray(at, end))
    else if (!/^[a-z]/.test(type)) return null
    else if (!seen.has(type) && isNeeded(type, data)) kept.push(png.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    seen.add(type)
    at = end
  }
  return null
}

function isNeeded(type: string, data: Buffer): boolean {
  return APPEARANCE_CHUNKS.includes(type) || (type === 'iCCP' && isBoundedProfile(data))
}

/** A name, a zero byte, the compression method, and the compressed profile. */
function isBoundedProfile(data: Buffer): boolean {
  if (data.length > MAX_PROFILE_BYTES) return false
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}

/**
 * Counts the segments that may hold metadata as decoders find them, also between scans: what
 * compressed pixels or other segments contain is none, nor is what follows the end.
 */
function countMetadataSegments(jpeg: Buffer): number {
  let count = 0
  for (let at = nextMarker(jpeg, 2); at < jpeg.length - 1;) {
    const code = jpeg[at + 1]!
    if (code === END_OF_IMAGE) break
    if (code === COMMENT || (code >= APP_0 && code <= APP_15)) count++
    const length = at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 0
    at = nextMarker(jpeg, at + 2 + Math.max(2, length))
  }
  return count
}

const END_OF_IMAGE = 0xd9
const [APP_0, APP_15, COMMENT] = [0xe0, 0xef, 0xfe]

/** The next marker of a segment, from `at` on: no fill byte, no escaped 0xff, and no restart. */
function nextMarker(jpeg: Buffer, at: number): number {
  for (; at < jpeg.length; at++) {
    const code = jpeg[at] === 0xff ? (jpeg[at + 1] ?? 0) : 0
    if (code > 0x01 && code < 0xff && !(code >= 0xd0 && code <= 0xd7)) break
  }
  return at
}

/** Each chunk after the 12 bytes of the header counts. One of odd size has a byte of padding. */
function countWebpChunks(webp: Buffer): number {
  const end = Math.min(webp.length, 8 + webp.readUInt32LE(4))
  let count = 0
  for (let at = 12; at + 8 <= end; count++) {
    const size = webp.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return count
}
