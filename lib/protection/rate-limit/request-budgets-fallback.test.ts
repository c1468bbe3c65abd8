import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { withFallback } from '@/lib/protection/rate-limit/request-budgets'

const options = { name: 'redis', withinMs: 250 }
let clock = 0

beforeEach(() => {
  clock = 0
  vi.useFakeTimers()
  vi.spyOn(logger(), 'warn').mockImplementation(() => {})
  vi.spyOn(logger(), 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A first choice that answers, fails or hangs on demand. */
function firstChoice() {
  const state = { mode: 'answers' as 'answers' | 'fails' | 'hangs', asked: 0 }
  const first = (): Promise<string> => {
    state.asked++
    if (state.mode === 'fails') return Promise.reject(new Error('gone'))
    return state.mode === 'hangs' ? new Promise(() => {}) : Promise.resolve('shared')
  }
  return {
    state,
    take: withFallback(
      options,
      first,
      () => 'local',
      () => clock,
    ),
  }
}

describe('a fallback', () => {
  it('answers if the first choice fails', async () => {
    const { state, take } = firstChoice()
    expect(await take()).toBe('shared')
    state.mode = 'fails'
    expect(await take()).toBe('local')
  })

  it('answers within a quarter of a second if the first choice hangs', async () => {
    const { state, take } = firstChoice()
    state.mode = 'hangs'
    const answer = take()
    await vi.advanceTimersByTimeAsync(250)
    expect(await answer).toBe('local')
  })

  it('lets one request a second probe the first choice; the others do not wait', async () => {
    const { state, take } = firstChoice()
    state.mode = 'fails'
    await take()
    state.mode = 'hangs'
    expect(await take()).toBe('local')
    expect(state.asked).toBe(1)
    clock = 1000
    const trying = take()
    expect(await Promise.all([take(), take()])).toEqual(['local', 'local'])
    expect(state.asked).toBe(2)
    await vi.advanceTimersByTimeAsync(250)
    expect(await trying).toBe('local')
  })

  it('returns to the first choice by itself', async () => {
    const { state, take } = firstChoice()
    state.mode = 'fails'
    await take()
    state.mode = 'answers'
    clock = 1000
    expect(await take()).toBe('shared')
    expect(await take()).toBe('shared')
  })

  it('logs once that the first choice is unavailable and once that it is back', async () => {
    const { state, take } = firstChoice()
    state.mode = 'fails'
    for (clock = 0; clock < 10_000; clock += 500) await take()
    expect(logger().warn).toHaveBeenCalledTimes(1)
    expect(logger().info).not.toHaveBeenCalled()
    state.mode = 'answers'
    clock += 1000
    await take()
    await take()
    expect(logger().info).toHaveBeenCalledTimes(1)
  })
})
