import { expect, test, vi } from 'vitest'
import { isPosting, postWithoutForm } from '@/components/live/refresh-scheduler'

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
  vi.unstubAllGlobals()
})
