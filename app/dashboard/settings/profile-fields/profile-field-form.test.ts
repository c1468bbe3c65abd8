import { expect, test } from 'vitest'
import { newFieldForm } from '@/app/dashboard/settings/profile-fields/profile-field-form'

test('the form of a new field ignores what its type does not have, because it is hidden', () => {
  const form = { key: 'team', label_en: 'Team', label_tr: 'Ekip', max_length: '10', minimum: '1' }
  const read = (type: string) => newFieldForm.parse({ ...form, type, options: 'Blue\nGreen' })
  expect(read('text')).toMatchObject({ type: 'text', max_length: 10 })
  expect(read('text')).not.toHaveProperty('minimum')
  expect(read('choice')).toMatchObject({ type: 'choice', options: ['Blue', 'Green'] })
  expect(read('choice')).not.toHaveProperty('max_length')
})
