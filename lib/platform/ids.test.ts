import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId, timeOfId } from '@/lib/platform/ids'

const START = new Date('2030-01-01T00:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

it('ids of one moment are in the order in which they were created', () => {
  const ids = Array.from({ length: 1000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1000)
  expect(timeOfId(ids[999]!)).toEqual(START)
})

it('stay in order while the clock is adjusted by less than a second', () => {
  const before = newId()
  vi.setSystemTime(START.getTime() - 900)
  expect(newId() > before).toBe(true)
})

it('follow a clock that was far ahead and is corrected', () => {
  vi.setSystemTime('2031-01-01T00:00:00Z')
  newId()
  vi.setSystemTime(START)
  expect(timeOfId(newId())).toEqual(START)
})
