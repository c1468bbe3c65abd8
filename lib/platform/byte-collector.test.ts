import { expect, it } from 'vitest'
import { ByteCollector } from '@/lib/platform/byte-collector'

const MANY = 10_000_000
const collect = (pieces: Uint8Array[], expected?: number) => {
  const collected = new ByteCollector(MANY, expected)
  for (const piece of pieces) collected.push(piece)
  return collected.bytes()
}

it.each([
  ['nothing', []],
  ['one piece', ['whole']],
  ['several', ['a', 'bc', '', 'def', 'g'.repeat(100)]],
  ['an empty first one', ['', 'a', 'b']],
])('returns the bytes of %s', (_, texts) => {
  const pieces = texts.map((text) => Buffer.from(text))
  expect(collect(pieces).toString()).toBe(texts.join(''))
  expect(collect(pieces, 2).toString()).toBe(texts.join(''))
  expect(collect(pieces, 1000).toString()).toBe(texts.join(''))
})

it('does not change the first piece, which may be part of a larger buffer', () => {
  const slab = Buffer.from('abcdef')
  expect(collect([slab.subarray(0, 2), Buffer.from('XY')]).toString()).toBe('abXY')
  expect(slab.toString()).toBe('abcdef')
})

it.each([
  ['announced', 64_000_000],
  ['not announced', 0],
])('takes no more memory than its limit, whatever is %s', (_, expected) => {
  const collected = new ByteCollector(1000, expected)
  for (let index = 0; index < 600; index++) collected.push(Buffer.from('a'))
  expect(collected.bytes().buffer.byteLength).toBeLessThanOrEqual(1000)
})

it('keeps a million pieces of one byte in two megabytes', () => {
  const collected = new ByteCollector(MANY)
  const piece = Buffer.from('a')
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000_000; index++) collected.push(piece.subarray())
  const after = process.memoryUsage()
  expect(collected.bytes()).toHaveLength(1_000_000)
  expect(collected.bytes().buffer.byteLength).toBeLessThan(2_100_000)
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(20_000_000)
})
