import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { deliver } from '@/lib/platform/bus/bus'
import { consumeBus } from '@/server/live/bus-consumer'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('after a gap in the bus, checks sessions at once, and resends the state at most every second', () => {
  const checkSessions = vi.fn()
  const resend = vi.fn()
  const parts = {
    sessions: { checkAll: checkSessions },
    access: { checkAll: resend },
    inbox: { syncAll: () => {} },
    pages: { invalidateAll: () => {} },
  } as unknown as Parameters<typeof consumeBus>[0]
  onTestFinished(consumeBus(parts))
  for (let n = 1; n <= 3; n++) {
    deliver({ type: 'resync' })
    expect(checkSessions).toHaveBeenCalledTimes(n)
    vi.advanceTimersByTime(10)
  }
  expect(resend).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(resend).toHaveBeenCalledTimes(2)
})
