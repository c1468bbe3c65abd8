import { afterEach, expect, it, vi } from 'vitest'
import { onRequestError } from '@/instrumentation'
import { withPageExchange } from '@/lib/http/pages/page-exchange'
import { logger } from '@/lib/platform/logger'
import { useSettings } from '@/tests/kit/test-settings'

afterEach(() => vi.restoreAllMocks())

function reportDuring(actionStarted: boolean | null) {
  useSettings()
  const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
  const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
  const request = { path: '/auth/login', method: 'POST', headers: { 'x-request-id': 'r1' } }
  const context = { routePath: '/auth/login' } as Parameters<typeof onRequestError>[2]
  void withPageExchange({ actionStarted }, () =>
    onRequestError(new Error('cannot decode'), request, context),
  )
  return { warn, error }
}

it('logs a post that no action understood without a stack, and not as an error of ours', () => {
  const { warn, error } = reportDuring(false)
  const about = { request_id: 'r1', route: '/auth/login', reason: 'cannot decode' }
  expect(warn).toHaveBeenCalledWith(about, 'a post cannot be read')
  expect(error).not.toHaveBeenCalled()
})

it.each([true, null])('logs every other failure as an error (action started: %s)', (started) => {
  const { warn, error } = reportDuring(started)
  expect(error).toHaveBeenCalledOnce()
  expect(warn).not.toHaveBeenCalled()
})
