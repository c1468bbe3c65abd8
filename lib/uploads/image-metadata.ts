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
  const parts = type === 'image/jpeg' ? countMetadataMarkers(bytes) : countWebpChunks(bytes)
  return parts > MAX_PARTS ? null : bytes
}

const PNG_SIGNATURE_BYTES = 8
/** Length, type, and checksum of a chunk. */
const PNG_FRAME_BYTES = 12
/** Those that a decoder must know, and those that change how the pixels look. */
const CRITICAL_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const COLOR_CHUNKS = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'eXIf']

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
    if (type === 'IEND') return joined(kept, png)
    seen.add(type)
    at = end
  }
  return null
}

function isNeeded(type: string, data: Buffer): boolean {
  return COLOR_CHUNKS.includes(type) || (type === 'iCCP' && isBoundedProfile(data))
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

/** Most files need no second copy. */
function joined(parts: readonly Buffer[], whole: Buffer): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length === whole.length ? whole : Buffer.concat(parts)
}

/**
 * How many markers of metadata a JPEG can have at most. Whatever looks like one counts, so that no
 * decoder can find more: of 10 MiB of random bytes 2,600 do.
 */
function countMetadataMarkers(jpeg: Buffer): number {
  let count = 0
  for (let at = 0; at < jpeg.length; at++) {
    const marker = jpeg[at] === 0xff ? (jpeg[at + 1] ?? 0) : 0
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) count++
  }
  return count
}

/** Chunks follow the 12 bytes of the file header. One of odd size is followed by a padding byte. */
function countWebpChunks(webp: Buffer): number {
  let count = 0
  for (let at = 12; at + 8 <= webp.length; count++) {
    const size = webp.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return count
}
