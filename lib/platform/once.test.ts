import { describe, expect, it, vi } from 'vitest'
import { once } from '@/lib/platform/once'

describe('once', () => {
  it('does its work a single time, even if the work returns nothing', () => {
    const release = vi.fn()
    const leave = once(() => void release())
    leave()
    leave()
    expect(release).toHaveBeenCalledOnce()
  })

  it('returns the same promise to every caller', () => {
    const close = once(() => Promise.resolve())
    expect(close()).toBe(close())
  })
})
