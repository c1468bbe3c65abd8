import { expect, it } from 'vitest'
import { draftFieldsOf } from '@/lib/messaging/notifications/validate-draft'

it('drops NUL characters, lone surrogates and unknown fields from a draft', () => {
  const kept = draftFieldsOf({
    title: 'a\0b',
    body: `${'x'.repeat(59_998)}😀!`,
    role: '\0',
    admin: 'yes',
  })
  expect(kept).toEqual({ title: 'ab', body: `${'x'.repeat(59_998)}…` })
})
