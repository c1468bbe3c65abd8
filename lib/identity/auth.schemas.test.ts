import { describe, expect, it } from 'vitest'
import { signInBody } from '@/lib/identity/auth.schemas'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

const pointersOf = (body: unknown) => {
  const parsed = signInBody.safeParse(body, { reportInput: true })
  return parsed.success
    ? []
    : fieldErrorsOf(parsed.error).map(({ pointer, code }) => `${pointer} ${code}`)
}
const first = { email: 'ada@example.org', password: 'x' }
const second = { mfa_token: 't', code: '123456' }

describe('a sign-in body', () => {
  it('has one of two forms, and other fields are ignored', () => {
    expect(pointersOf(first)).toEqual([])
    expect(pointersOf(second)).toEqual([])
    expect(pointersOf({ ...first, botcheck_token: 'b', extra: 1 })).toEqual([])
    expect(pointersOf({ ...second, botcheck_token: 'b', extra: 1 })).toEqual([])
  })

  it("can't have both forms, and the errors belong to the intended one", () => {
    expect(pointersOf({ ...first, ...second })).toEqual([
      '/mfa_token unknown_field',
      '/code unknown_field',
    ])
    expect(pointersOf({ ...first, code: '1' })).toEqual(['/code unknown_field'])
    expect(pointersOf({ ...second, email: 'x' })).toEqual(['/email unknown_field'])
    expect(pointersOf({})).toEqual(['/email required', '/password required'])
    expect(pointersOf({ mfa_token: 't' })).toEqual(['/code required'])
  })
})
