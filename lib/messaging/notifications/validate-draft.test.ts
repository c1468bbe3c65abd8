import { expect, it } from 'vitest'
import { draftFieldsOf } from '@/lib/messaging/notifications/validate-draft'

it('a draft keeps what the database can keep: no null character, no half of one, nothing that is no field', () => {
  const kept = draftFieldsOf({
    title: 'a\0b',
    body: `${'x'.repeat(59_998)}😀!`,
    role: '\0',
    admin: 'yes',
  })
  expect(kept).toEqual({ title: 'ab', body: `${'x'.repeat(59_998)}…` })
})
