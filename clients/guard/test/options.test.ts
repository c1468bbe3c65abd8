import { expect, it } from 'vitest'
import { createGuard } from '../src/index.js'

const issuer = 'https://id.example.org'

it.each<[string, object]>([
  ['apiKey', { apiKey: undefined }],
  ['apiKey', { apiKey: null }],
  ['apiKey', { apiKey: '' }],
  ['webhookSecrets', { webhookSecrets: undefined }],
  ['webhookSecrets', { webhookSecrets: null }],
  ['webhookSecrets', { webhookSecrets: [undefined] }],
])('a variable that isn’t set can’t turn off %s unnoticed: %o', (name, options) => {
  const create = () => createGuard({ issuer, ...options }).close()
  expect(create).toThrow(TypeError)
  expect(create).toThrow(name)
})

it('refuses a misspelled whenUnreachable instead of guessing', () => {
  const create = () => createGuard({ issuer, whenUnreachable: 'servestale' as never }).close()
  expect(create).toThrow('whenUnreachable')
})

it('does without what is left out', () => {
  expect(() => createGuard({ issuer }).close()).not.toThrow()
})
