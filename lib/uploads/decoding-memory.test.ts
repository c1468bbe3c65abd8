import { expect, it } from 'vitest'
import { decodingBytes } from '@/lib/uploads/decoding-memory'

const MIB = 1024 * 1024
const size = { width: 7296, height: 5472 } as const
const pixel = { channels: 3, depth: 'uchar' } as const
const jpeg = { ...size, ...pixel, format: 'jpeg', isProgressive: false } as const
const png = { ...jpeg, format: 'png', channels: 4 } as const
const webp = { ...jpeg, format: 'webp', width: 4000, height: 3000 } as const

// Peaks of memory (RSS) above that before, in MiB. 40 megapixels, for WebP 12.
it.each([
  ['a rotated photo', { ...jpeg, orientation: 6 }, 'original', 120],
  ['a progressive photo as an avatar', { ...jpeg, isProgressive: true }, 'avatar', 234],
  [
    'a rotated progressive photo',
    { ...jpeg, isProgressive: true, orientation: 6 },
    'original',
    357,
  ],
  ['a rotated PNG', { ...png, orientation: 6 }, 'original', 172],
  ['an interlaced PNG as an avatar', { ...png, isProgressive: true }, 'avatar', 200],
  ['a rotated interlaced PNG', { ...png, isProgressive: true, orientation: 6 }, 'original', 309],
  ['a wide PNG', { ...png, width: 16_000, height: 2500 }, 'original', 49],
  ['a wide PNG of 16 bits as an avatar', { ...png, depth: 'ushort', width: 16_000 }, 'avatar', 247],
  ['a photo of noise', jpeg, 'original', 32],
  ['a PNG of noise with 2 bits', png, 'original', 39],
  ['a gray progressive photo', { ...jpeg, channels: 1, isProgressive: true }, 'original', 88],
  ['a WebP', webp, 'original', 145],
  ['a WebP with transparency', { ...webp, channels: 4 }, 'original', 408],
  ['a lossless WebP as an avatar', webp, 'avatar', 48],
] as const)('expects at least the memory that was measured for %s', (_, image, shape, measured) => {
  expect(decodingBytes(image, shape)).toBeGreaterThan(measured * MIB)
})

it('expects little for what passes through row by row: photos that need not be rotated', () => {
  expect(decodingBytes(jpeg, 'original')).toBeLessThan(48 * MIB)
})
