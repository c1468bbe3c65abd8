import { beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { askForCurrentPassword, refusedState } from '@/lib/web/refusals'

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

it('asks a signed-in user for the current password, and a visitor for a password', () => {
  const errors = [fieldError(['password'], 'required')]
  const refusal = refuse('validation_failed', { errors })
  const shown = (about: typeof refusal) =>
    refusedState(about, { locale: 'en', requestId: null }).errors.password
  expect(shown(refusal)).toBe('Enter a password.')
  expect(shown(askForCurrentPassword(refusal))).toBe('Enter your current password.')
})
