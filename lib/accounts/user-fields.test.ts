import { expect, test } from 'vitest'
import { personName } from '@/lib/accounts/user-fields'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

test('a required name that is empty or blank is missing, not invalid', () => {
  for (const typed of ['', '  ']) {
    const { error } = personName.safeParse(typed, { reportInput: true })
    expect(fieldErrorsOf(error!)).toMatchObject([{ code: 'required' }])
  }
  expect(personName.parse(' Ada ')).toBe('Ada')
})
