import { describe, expect, it } from 'vitest'
import { SlidingWindow } from '@/lib/protection/rate-limit/sliding-window'

const rate = { limit: 100, windowSeconds: 60 }
const T0 = 4321.25
const at = (seconds: number) => T0 + seconds * 1000

/** Takes until refused, at most `most` times; returns how many were allowed. */
function takeAll(window: SlidingWindow, seconds: number, most = 1000, key = 'a'): number {
  let passed = 0
  while (passed < most && window.take(key, at(seconds)).allowed) passed++
  return passed
}

describe('a sliding window', () => {
  it('allows exactly the limit, and reports what is left and for how long', () => {
    const window = new SlidingWindow(rate)
    expect(window.take('a', at(0))).toEqual({ allowed: true, remaining: 99, resetMs: 60_000 })
    expect(takeAll(window, 10)).toBe(99)
    expect(window.take('a', at(20))).toEqual({ allowed: false, remaining: 0, resetMs: 40_000 })
  })

  it('allows a request after the reported wait', () => {
    for (const limit of [1, 2, 100]) {
      const window = new SlidingWindow({ ...rate, limit })
      expect(takeAll(window, 0)).toBe(limit)
      const { resetMs } = window.take('a', at(12.345))
      expect(window.take('a', at(12.345 + resetMs / 1000)).allowed).toBe(true)
    }
  })

  it('does not allow twice the limit around the boundary of two windows', () => {
    const window = new SlidingWindow(rate)
    window.take('a', at(0))
    expect(takeAll(window, 59)).toBe(99)
    expect(takeAll(window, 61)).toBeLessThanOrEqual(2)
    expect(takeAll(window, 90)).toBeLessThanOrEqual(50)
  })

  it('reports how long an exhausted key must wait, without counting the question', () => {
    const window = new SlidingWindow({ ...rate, limit: 2 })
    expect([window.waitMs('a', at(0)), takeAll(window, 0)]).toEqual([0, 2])
    expect([window.waitMs('a', at(15)), window.waitMs('b', at(15))]).toEqual([45_000, 0])
    expect([window.waitMs('a', at(60)), takeAll(window, 60)]).toEqual([0, 1])
  })

  it('is full again after two windows without requests', () => {
    const window = new SlidingWindow(rate)
    takeAll(window, 0)
    expect(takeAll(window, 120)).toBe(100)
  })

  it('counts every key separately', () => {
    const window = new SlidingWindow(rate)
    takeAll(window, 0, 1000, 'a')
    expect(takeAll(window, 0, 1000, 'b')).toBe(100)
  })

  it('keeps an exhausted counter while tens of thousands of other networks send requests', () => {
    const window = new SlidingWindow(rate)
    takeAll(window, 0)
    for (let i = 0; i < 90_000; i++) window.take(`network ${i}`, at(1))
    expect(window.take('a', at(2)).allowed).toBe(false)
  })
})
