import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { picture, PNG_SIGNATURE, pngChunk } from '@/tests/kit/upload-files'
import { reencodeImage } from '@/lib/uploads/file-content'
import { withoutCostlyMetadata } from '@/lib/uploads/image-metadata'
import type { ImageType } from '@/lib/uploads/upload.schemas'

const HEADER_END = PNG_SIGNATURE.length + 25
const REFUSED = { ok: false, code: 'unsupported_media_type' }

const reencode = (bytes: Buffer, type: ImageType) =>
  reencodeImage(bytes, type, { shape: 'avatar', hasTurn: false })

/** A PNG with chunks after its header. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await picture().png().toBuffer()
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)])
}

const chunkTypes = (png: Buffer | null) =>
  [
    ...(png?.toString('latin1').matchAll(/zTXt|iTXt|tEXt|iCCP|eXIf|gAMA|fdAT|IHDR|IDAT|IEND/g) ??
      []),
  ]
    .map(([type]) => type)
    .join(' ')

it('texts of a PNG are removed before they are decompressed', async () => {
  const bomb = deflateSync(Buffer.alloc(7_000_000, 'A'))
  const compressed = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), bomb])
  const texts = [
    pngChunk('zTXt', compressed('a\0\0')),
    pngChunk('iTXt', compressed('b\0\x01\0\0\0')),
    pngChunk('tEXt', 'c\0text'),
  ]
  const png = await pngWith(...texts, ...texts)
  expect((await sharp(png).metadata()).comments).toHaveLength(6)
  const stripped = withoutCostlyMetadata(png, 'image/png')
  expect(chunkTypes(stripped)).toBe('IHDR IDAT IEND')
  expect((await sharp(stripped!).metadata()).comments).toBeUndefined()
  expect(await reencode(png, 'image/png')).toMatchObject({ ok: true })
})

it('what changes how a PNG looks is kept, once', async () => {
  const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
  const png = await pngWith(gamma, pngChunk('fdAT', 'frame'), gamma)
  expect(chunkTypes(withoutCostlyMetadata(png, 'image/png'))).toBe('IHDR gAMA IDAT IEND')

  const tagged = await picture().withMetadata({ orientation: 6, icc: 'p3' }).png().toBuffer()
  expect(chunkTypes(tagged)).toContain('iCCP')
  expect(withoutCostlyMetadata(tagged, 'image/png')).toEqual(tagged)
})

it('a color profile that decompresses to more than 4 MiB is removed', async () => {
  const profile = (size: number) =>
    pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(size))]))
  const png = await pngWith(profile(4 * 1024 * 1024 + 1), profile(100))
  expect(chunkTypes(withoutCostlyMetadata(png, 'image/png'))).toBe('IHDR IDAT IEND')
})

it('what follows the end marker of a PNG is removed', async () => {
  const png = await picture().png().toBuffer()
  const polyglot = Buffer.concat([png, Buffer.from('<script>')])
  expect(withoutCostlyMetadata(polyglot, 'image/png')).toEqual(png)
})

it.each([
  ['ends within a chunk', async () => (await picture().png().toBuffer()).subarray(0, -14)],
  ['has no end marker', async () => (await picture().png().toBuffer()).subarray(0, -12)],
  ['has an overlong chunk', () => pngWith(Buffer.from('\xff\xff\xff\xfftEXtdata', 'latin1'))],
  ['has an unknown critical chunk', () => pngWith(pngChunk('ABCD'))],
  ['has very many chunks', () => pngWith(...Array<Buffer>(20_000).fill(pngChunk('tEXt')))],
])('a PNG is refused if it %s', async (_, file) => {
  const bytes = await file()
  expect(withoutCostlyMetadata(bytes, 'image/png')).toBeNull()
  expect(await reencode(bytes, 'image/png')).toMatchObject(REFUSED)
})

it('a JPEG or WebP with very many parts is refused: decoders hold each in memory', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const webp = await picture().webp().toBuffer()
  for (const [count, expected] of [
    [1000, { ok: true }],
    [20_001, REFUSED],
  ] as const) {
    const segments = Buffer.alloc(5 * count, '\xff\xe1\0\x03A', 'latin1')
    const many = Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)])
    expect(await reencode(many, 'image/jpeg')).toMatchObject(expected)

    const followed = Buffer.concat([jpeg, segments])
    expect(await reencode(followed, 'image/jpeg')).toMatchObject({ ok: true })

    const riff = Buffer.concat([webp, Buffer.alloc(8 * count, 'ABCD\0\0\0\0', 'latin1')])
    riff.writeUInt32LE(riff.length - 8, 4)
    expect(await reencode(riff, 'image/webp')).toMatchObject(expected)
    const trailing = Buffer.concat([webp, riff.subarray(webp.length)])
    expect(await reencode(trailing, 'image/webp')).toMatchObject({ ok: true })
  }
})

it('segments between the scans of a progressive JPEG count, bytes that look like one do not', async () => {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer()
  const lastScan = jpeg.lastIndexOf('\xff\xda', undefined, 'latin1')
  const between = (inserted: Buffer) =>
    Buffer.concat([jpeg.subarray(0, lastScan), inserted, jpeg.subarray(lastScan)])
  const many = between(Buffer.alloc(5 * 20_001, '\xff\xe1\0\x03A', 'latin1'))
  expect(withoutCostlyMetadata(many, 'image/jpeg')).toBeNull()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd, 0xff)])
  expect(await reencode(between(comment), 'image/jpeg')).toMatchObject({ ok: true })
  const fakes = Buffer.alloc(0xfffd, '\xff\xe1', 'latin1')
  const full = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), fakes])
  expect(withoutCostlyMetadata(between(full), 'image/jpeg')).not.toBeNull()
})
