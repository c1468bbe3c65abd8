import type { z } from 'zod'
import type { FieldError } from '@/lib/platform/problems'

const SENTENCES: Record<string, string> = {
  required: 'This field is required.',
  invalid_type: 'This field has the wrong type.',
  invalid_email: 'This is not an e-mail address.',
  same_email: 'This is the present address already.',
  invalid_phone: 'This is not a phone number in international format, such as +12025550123.',
  unsupported_phone: 'Text messages are not sent to numbers like this one.',
  same_phone: 'This is the current number already.',
  wrong_code: 'This code is wrong, has expired, or was already used.',
  file_too_large: 'This file is too large.',
  too_long: 'This is too long.',
  too_long_for_sms: 'With its title and link this is longer than a text message may be: 1600 characters.',
  too_short: 'This is too short.',
  invalid_characters: 'This has characters that cannot be used here.',
  not_supported: 'This is not one of the supported values.',
  unknown_field: 'This field is not known here.',
  out_of_range: 'This is out of range.',
  too_many: 'These are too many.',
  unknown_file: 'This is not a file that you uploaded.',
  unknown_upload: 'This is not an image that you uploaded.',
  invalid_path: 'This is not a path of this service. It begins with one slash.',
  one_selection: 'Select users by user_ids or by filter, not both.',
  one_audience: 'Name one audience: user_ids, role or all.',
  unknown_placeholder: 'Only {{name}} and {{email}} can be filled in.',
  invalid_cursor: 'This is not a cursor of this list.',
  locked: 'The environment decides this setting.',
  invalid: 'This is not valid.',
}

/** What is wrong with a body, one entry per field, from the faults that zod found. Values are never repeated. */
export function fieldErrorsOf(error: Pick<z.ZodError, 'issues'>): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => fieldError([...issue.path, key], 'unknown_field'))
    // Of several forms, the one that was probably meant: the one with the fewest faults.
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const [meant] = [...issue.errors].sort((a, b) => a.length - b.length)
      return fieldErrorsOf({
        issues: meant!.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      })
    }
    return [fieldError(issue.path, codeOf(issue))]
  })
}

/** One fault with its standard sentence. */
export function fieldError(path: PropertyKey[], code: string): FieldError {
  const pointer = path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
  return { pointer, code, detail: SENTENCES[code] ?? SENTENCES.invalid! }
}

function codeOf(issue: z.core.$ZodIssue): string {
  // A value of the wrong type is there: to call it missing sends people looking in the wrong place.
  const wrongType = issue.code === 'invalid_type' && issue.input !== undefined
  if (issue.message in SENTENCES && !(wrongType && issue.message === 'required')) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'out_of_range'
    case 'too_small':
      return issue.origin === 'string' ? 'too_short' : 'out_of_range'
    case 'invalid_value':
      return 'not_supported'
    default:
      return 'invalid'
  }
}
