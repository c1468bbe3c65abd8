import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PDF, picture, PNG_SIGNATURE, pngChunk } from '@/tests/kit/upload-files'
import type { ImageShape } from '@/lib/uploads/decoding-memory'
import { detectType, reencodeImage } from '@/lib/uploads/file-content'
import type { ImageType } from '@/lib/uploads/upload.schemas'

const REFUSED = { ok: false, code: 'unsupported_media_type' }
const detect = (content: string | Buffer, declared: string) =>
  detectType(Buffer.from(content), declared)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('the type of a file', () => {
  it('is detected from its content', async () => {
    expect(detect(await picture().png().toBuffer(), 'image/png')).toEqual({
      ok: true,
      type: 'image/png',
    })
    expect(detect(await picture().jpeg().toBuffer(), 'image/jpg')).toEqual({
      ok: true,
      type: 'image/jpeg',
    })
    expect(detect(await picture().webp().toBuffer(), 'image/webp')).toEqual({
      ok: true,
      type: 'image/webp',
    })
    expect(detect(PDF, 'application/pdf')).toEqual({ ok: true, type: 'application/pdf' })
    expect(detect('Grüße\n\tA < B\r\n', 'text/plain')).toEqual({ ok: true, type: 'text/plain' })
  })

  it.each(['image/jpeg', 'application/octet-stream', 'text/plain', 'text/html', ''])(
    'follows the signature, whatever was declared: a PNG as %j',
    async (declared) => {
      const png = { ok: true, type: 'image/png' }
      expect(detect(await picture().png().toBuffer(), declared)).toEqual(png)
    },
  )

  it.each(['application/octet-stream', ''])(
    'is plain text for harmless text of unknown type, declared as %j',
    (declared) => expect(detect('hello', declared)).toEqual({ ok: true, type: 'text/plain' }),
  )

  it.each([
    ['an SVG', SVG, 'image/svg+xml'],
    ['an SVG declared as a PNG', SVG, 'image/png'],
    ['an SVG declared as text', SVG, 'text/plain'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['HTML declared as text', '\n \t<html>', 'text/plain'],
    ['HTML behind a byte order mark', '\ufeff<html>', 'text/plain'],
    ['text with a NUL', 'a\0b', 'text/plain'],
    ['text with an escape sequence', 'a\x1b[2Jb', 'text/plain'],
    ['text in Latin-1', Buffer.from([0x47, 0x72, 0xfc]), 'text/plain'],
    ['a GIF', 'GIF89a\x01\0\x01\0', 'image/gif'],
    ['a PDF after other data', `GIF89a${PDF}`, 'application/pdf'],
    ['a PDF without an end marker', '%PDF-1.4\n1 0 obj', 'application/pdf'],
    ['text declared as a PNG', 'hello', 'image/png'],
    ['JSON declared as such', '{"a":1}', 'application/json'],
    ['an SVG of unknown type', SVG, 'application/octet-stream'],
    ['HTML without a type', '<html>', ''],
    ['a program', '\x7fELF\x02', 'application/octet-stream'],
    ['a ZIP', 'PK\x03\x04', 'application/zip'],
  ])('is refused for %s', (_, content, declared) => {
    expect(detect(content, declared)).toMatchObject(REFUSED)
  })
})

/** The beginning of an interlaced PNG with transparency and 16 bits per channel. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 1])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(64)), pngChunk('IEND')]
  return Buffer.concat([PNG_SIGNATURE, ...chunks])
}

/** A square PNG of random pixels of 256 colors, which takes more than twice as much in RGB. */
function noiseOfPalette(size: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  const rows = randomBytes(size * (size + 1))
  // The first byte of each row is its filter.
  for (let row = 0; row < size; row++) rows[row * (size + 1)] = 0
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', randomBytes(256 * 3)),
    pngChunk('IDAT', deflateSync(rows, { level: 0 })),
    pngChunk('IEND'),
  ])
}

/** The beginning of a lossless WebP with transparency. */
function webpHeader(width: number, height: number): Buffer {
  const file = Buffer.alloc(64)
  file.write('RIFF', 0)
  file.writeUInt32LE(56, 4)
  file.write('WEBPVP8L', 8)
  file.writeUInt32LE(44, 16)
  file.writeUInt8(0x2f, 20)
  file.writeUInt32LE(((width - 1) | ((height - 1) << 14) | (1 << 28)) >>> 0, 21)
  return file
}

/** Re-encodes an image alone. */
const reencode = (bytes: Buffer, type: ImageType, shape: ImageShape) =>
  reencodeImage(bytes, type, { shape, hasTurn: true }) as Promise<
    Exclude<Awaited<ReturnType<typeof reencodeImage>>, 'needs_turn'>
  >

async function reencoded(bytes: Buffer, type: ImageType = 'image/jpeg') {
  const result = await reencode(bytes, type, 'original')
  if (!result.ok) throw new Error(result.code)
  return result.bytes
}

describe('an image', () => {
  it('loses its metadata and is rotated upright', async () => {
    const tagged = await picture(40, 30)
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('Ada')).toBe(true)
    expect((await sharp(tagged).metadata()).orientation).toBe(6)
    const made = await reencoded(tagged)
    const { exif, icc, xmp, iptc, width, height } = await sharp(made).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({})
    expect(made.includes('Ada')).toBe(false)
    expect([width, height]).toEqual([30, 40])
  })

  it('loses data hidden behind it: a polyglot becomes only an image', async () => {
    const polyglot = Buffer.concat([
      await picture().jpeg().toBuffer(),
      Buffer.from('PK\x03\x04<script>alert(1)</script>'),
    ])
    expect((await reencoded(polyglot)).includes('<script>')).toBe(false)
  })

  it('of more than 40 megapixels is refused before it is decoded', async () => {
    const bomb = await sharp({
      create: { width: 8000, height: 5001, channels: 3, background: 'black' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    expect(await reencode(bomb, 'image/png', 'original')).toMatchObject({
      code: 'image_too_large',
    })
  })

  // Their content is missing: decoding would fail with another code.
  it.each([
    ['avatar', 'an interlaced PNG of 16 bits', () => pngHeader(6320, 6320), 'image/png'],
    ['avatar', 'a wide PNG', () => pngHeader(4_000_000, 10), 'image/png'],
    ['original', 'a wide PNG', () => pngHeader(4_000_000, 10), 'image/png'],
    ['original', 'a lossless WebP', () => webpHeader(6324, 6324), 'image/webp'],
  ] as const)(
    'as an %s that takes too much memory is refused before it is decoded: %s',
    async (shape, _, header, type) => {
      const refused = { code: 'image_too_large', detail: expect.stringContaining('memory') }
      expect(await reencode(header(), type, shape)).toMatchObject(refused)
    },
  )

  it('that is too large after re-encoding is refused for that reason', async () => {
    const refused = { code: 'image_too_large', detail: expect.stringContaining('20 MiB') }
    expect(await reencode(noiseOfPalette(3200), 'image/png', 'original')).toMatchObject(refused)
  })

  it.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
  ])('of a phone with 24 megapixels, rotated and %s, is accepted', async (_, options) => {
    const photo = await picture(6000, 4000)
      .withMetadata({ orientation: 6 })
      .jpeg(options)
      .toBuffer()
    const { width, height } = await sharp(await reencoded(photo)).metadata()
    expect([width, height]).toEqual([4000, 6000])
    expect(await reencode(photo, 'image/jpeg', 'avatar')).toMatchObject({ ok: true })
  })

  it('that is truncated is refused', async () => {
    const noise = Buffer.alloc(
      200 * 200 * 3,
      (await picture().png().toBuffer()).toString('latin1'),
      'latin1',
    )
    const raw = sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    for (const [type, bytes] of [
      ['image/jpeg', await raw.clone().jpeg().toBuffer()],
      ['image/png', await raw.clone().png().toBuffer()],
      ['image/webp', await raw.clone().webp().toBuffer()],
    ] as const)
      expect(await reencode(bytes.subarray(0, bytes.length * 0.6), type, 'original')).toMatchObject(
        REFUSED,
      )
  })

  it('that is animated keeps only its first frame', async () => {
    const frames = await sharp(
      await Promise.all([10, 20, 30].map((width) => picture(width, 10).png().toBuffer())),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer()
    expect((await sharp(frames, { animated: true }).metadata()).pages).toBe(3)
    expect(
      (await sharp(await reencoded(frames, 'image/webp'), { animated: true }).metadata()).pages,
    ).toBeUndefined()
  })

  it('is never decoded as an SVG, whatever type was declared', async () => {
    for (const svg of [SVG, `<?xml version="1.0"?>${SVG}`])
      expect(await reencode(Buffer.from(svg), 'image/png', 'original')).toMatchObject(REFUSED)
  })

  it('as an avatar is cropped from the center to a WebP of 512 pixels square', async () => {
    const result = await reencode(await picture(900, 300).png().toBuffer(), 'image/png', 'avatar')
    expect(result).toMatchObject({ ok: true, type: 'image/webp' })
    const { width, height, format } = await sharp(
      result.ok ? result.bytes : Buffer.alloc(0),
    ).metadata()
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: 'webp' })
  })
})
