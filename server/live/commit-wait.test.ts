import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BusMessage } from '@/lib/platform/bus/bus'
import { CommitWait } from '@/server/live/commit-wait'

const message: BusMessage = { type: 'user.changed', userId: 'ann' }
const act = vi.fn<(isMade: boolean) => void>()
const acts = () => act.mock.calls.map(([isMade]) => isMade)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  act.mockClear()
})

it('acts once, when the definitive copy arrives', () => {
  const waiting = new CommitWait()
  waiting.take(message, true, act)
  expect(acts()).toEqual([])
  waiting.take(message, false, act)
  vi.advanceTimersByTime(9000)
  expect(acts()).toEqual([true])
})

it('acts after any commit must have ended if the definitive copy never arrives', () => {
  const waiting = new CommitWait()
  waiting.take(message, true, act)
  vi.advanceTimersByTime(3000)
  expect(acts()).toEqual([])
  vi.advanceTimersByTime(500)
  expect(acts()).toEqual([false])
  waiting.take(message, false, act)
  expect(acts()).toEqual([false, true])
})

it('acts on the second of two overlapping changes whose sender crashed before the definitive copy', () => {
  const waiting = new CommitWait()
  waiting.take(message, true, act)
  vi.advanceTimersByTime(1000)
  waiting.take(message, true, act)
  waiting.take(message, false, act)
  expect(acts()).toEqual([true])
  vi.advanceTimersByTime(3500)
  expect(acts()).toEqual([true, false])
})

it('waits for each message separately', () => {
  const waiting = new CommitWait()
  waiting.take(message, true, act)
  waiting.take({ ...message, userId: 'bob' }, false, act)
  expect(acts()).toEqual([true])
  vi.advanceTimersByTime(9000)
  expect(acts()).toEqual([true, false])
})
