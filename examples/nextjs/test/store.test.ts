import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inMemory } from '../store'

describe('the store of the Next.js example', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('forgets a text after its time, and counts from the last time it was set', async () => {
    const store = inMemory()
    await store.set('a', 'one', 60)
    vi.advanceTimersByTime(40_000)
    await store.set('a', 'two', 60)
    vi.advanceTimersByTime(59_000)
    expect(await store.get('a')).toBe('two')
    vi.advanceTimersByTime(1000)
    expect(await store.get('a')).toBeNull()
  })

  it('keeps the first of several texts for a key until it expires', async () => {
    const store = inMemory()
    const added = await Promise.all(['one', 'two'].map((text) => store.add('a', text, 60)))
    expect(added).toEqual(['one', 'one'])
    vi.advanceTimersByTime(60_000)
    expect(await store.add('a', 'three', 60)).toBe('three')
  })

  it('releases the memory of users who never return', async () => {
    const deleted = vi.spyOn(Map.prototype, 'delete')
    const store = inMemory()
    await store.set('abandoned', 'text', 60)
    vi.advanceTimersByTime(60_000)
    await store.set('other', 'text', 60)
    expect(deleted.mock.calls).toEqual([['abandoned']])
    deleted.mockRestore()
  })
})
