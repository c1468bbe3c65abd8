import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveMessage } from '@/lib/platform/bus/bus'
import { MessageDeduplication } from '@/server/live/bus-consumer'

const inbox: LiveMessage = { type: 'inbox.changed', id: 'a', changes: [] }
const toast: LiveMessage = {
  type: 'ui.toast',
  id: 'b',
  userId: 'ann',
  toast: { level: 'info', title: 'Done' },
}
const act = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  act.mockClear()
})

it('acts once, when the definitive copy arrives', () => {
  const copies = new MessageDeduplication()
  copies.take(inbox, true, act)
  expect(act).not.toHaveBeenCalled()
  copies.take(inbox, false, act)
  for (const early of [true, false]) copies.take(inbox, early, act)
  vi.advanceTimersByTime(9000)
  expect(act.mock.calls).toEqual([[inbox]])
})

it('acts after any commit must have ended if the sender crashed before the definitive copy', () => {
  const copies = new MessageDeduplication()
  copies.take(inbox, true, act)
  vi.advanceTimersByTime(3000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  copies.take(inbox, false, act)
  expect(act.mock.calls).toEqual([[inbox]])
})

it('shows no toast about something that may not have been done', () => {
  const copies = new MessageDeduplication()
  copies.take(toast, true, act)
  vi.advanceTimersByTime(9000)
  expect(act).not.toHaveBeenCalled()
  copies.take(toast, false, act)
  copies.take(toast, false, act)
  expect(act.mock.calls).toEqual([[toast]])
})
