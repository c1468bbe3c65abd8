import { afterEach, expect, test, vi } from 'vitest'
import {
  isPosting,
  postWithoutForm,
  registerRefresh,
  requestRefresh,
} from '@/components/live/refresh-scheduler'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an action without a form holds back reloads until the page is left', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  const seen: [string, boolean][] = []
  const run = () => {
    seen.push(['running', isPosting()])
    return Promise.resolve('/auth/login')
  }
  await postWithoutForm(run, (to) => void seen.push([to, isPosting()]))
  expect(seen).toEqual([
    ['running', true],
    ['/auth/login', true],
  ])
  expect(isPosting()).toBe(false)
})

/** A page without forms, whose message can be replaced. */
function stubPage() {
  let message = ''
  let changed = () => {}
  const main = { querySelector: () => null, querySelectorAll: () => [] }
  vi.stubGlobal('location', { pathname: '/dashboard/payments/1' })
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    querySelector: (selector: string) => (selector === 'main' ? main : null),
    querySelectorAll: () => [{ textContent: message }],
  })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(by: () => void) {
        changed = by
      }
      observe() {}
      disconnect() {}
    },
  )
  return (text: string) => {
    message = text
    changed()
  }
}

test('a message about a form stays for 8 seconds, however long the page has been open', () => {
  vi.useFakeTimers()
  const show = stubPage()
  const refresh = vi.fn()
  const unregister = registerRefresh(refresh)
  vi.advanceTimersByTime(60_000)
  show('The provider declined the refund.')
  requestRefresh()
  vi.advanceTimersByTime(7500)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(refresh).toHaveBeenCalledOnce()
  requestRefresh()
  vi.advanceTimersByTime(3000)
  expect(refresh).toHaveBeenCalledTimes(2)
  unregister()
})
