import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { lineField, textField } from '@/lib/platform/input-fields'

afterEach(() => void vi.restoreAllMocks())

const codesOf = (field: z.ZodType, text: string) => {
  const parsed = field.safeParse(text, { reportInput: true })
  return parsed.success ? [] : fieldErrorsOf(parsed.error).map(({ code }) => code)
}

describe.each([
  ['a line', lineField(100)],
  ['a text', textField(100)],
])('%s', (_, field) => {
  it('has the same maximum length in every Unicode form', () => {
    // Two marks on each letter; one takes four UTF-16 units before normalization.
    for (const letter of ['e\u0302\u0303', '\u03b1\u0313\u0300\u0345']) {
      expect(letter.normalize('NFC')).toHaveLength(1)
      expect(field.parse(letter.repeat(100))).toHaveLength(100)
      expect(codesOf(field, letter.repeat(101))).toEqual(['too_long'])
    }
  })

  it('is not normalized before its length is bounded', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(codesOf(field, 'x'.repeat(401))).toEqual(['too_long'])
    expect(codesOf(field, ' '.repeat(401))).toEqual(['too_long'])
    expect(normalize).not.toHaveBeenCalled()
  })

  it('is not normalized with long runs of marks, which would take quadratic time', () => {
    const marks = '\u0301\u0327'.repeat(15)
    expect(codesOf(field, `a${marks} b${marks}`)).toEqual([])
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(codesOf(field, `a${marks}\u0301`)).toEqual(['invalid_characters'])
    expect(normalize).not.toHaveBeenCalled()
  })
})
