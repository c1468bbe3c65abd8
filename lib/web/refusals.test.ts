import { beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { refuse } from '@/lib/platform/problems'
import { refusedState } from '@/lib/web/refusals'

beforeAll(() => loadSettings({}))

it.each([
  ['en', 'You’ve reached the limit of 50. Remove one you no longer need first.'],
  ['tr', 'En fazla 50 tane olabilir. Önce artık gerekmeyen birini kaldırın.'],
] as const)('a page says that a limit was reached, and what to do (%s)', (locale, message) => {
  const refusal = refuse('conflict', { limit: 50 })
  expect(refusedState(refusal, { locale, requestId: null })).toMatchObject({
    code: 'conflict',
    message,
  })
})
