import type { z } from 'zod'
import type { FieldError } from '@/lib/platform/problems'

const SENTENCES: Record<string, string> = {
  required: 'This field is required.',
  repeated: 'Send this only once.',
  outdated: 'This form is of an earlier version.',
  invalid_type: 'This field has the wrong type.',
  invalid_email:
    "Enter a valid email address. Before the @, only ASCII letters, digits, and . _ + - ' are allowed.",
  same_email: 'This is already the current email address.',
  invalid_phone: 'Use a phone number in international format, such as +12025550123.',
  unsupported_phone: 'Text messages can’t be sent to this number.',
  same_phone: 'This is already the current number.',
  wrong_code: 'That code is incorrect or expired. Enter a new one.',
  file_too_large: 'This file is too large.',
  too_long: 'This is too long.',
  too_long_for_sms:
    'This is too long for a text message: up to 1,600 characters, including title and link.',
  too_short: 'This is too short.',
  invalid_characters: 'This contains characters that are not allowed.',
  not_supported: 'This is not one of the supported values.',
  unknown_field: 'This field is unknown.',
  no_email: 'A service account has no email address. Leave this field out.',
  out_of_range: 'This is out of range.',
  too_many: 'This has too many entries.',
  unknown_file: 'This is not a file you uploaded.',
  unknown_upload: 'This is not an image you uploaded.',
  invalid_network: 'This is not an IP address or a network in CIDR notation.',
  invalid_path: 'Use a path on this service, starting with one slash.',
  invalid_url: 'Enter an http or https URL without a user name or password.',
  https_required: 'Use an https URL.',
  private_address: 'This address is private, loopback, or link-local, which is not allowed here.',
  no_match: 'No users match this filter. Change it and try again.',
  one_selection: 'Select users by user_ids or by filter, not both.',
  one_audience: 'Specify one audience: user_ids, role, or all.',
  unknown_placeholder: 'Only {{name}} and {{email}} are supported.',
  invalid_duration: 'Use a duration such as 15m, 12h, or 30d.',
  invalid_cursor: 'This is not a cursor of this list.',
  locked: 'This setting is controlled by an environment variable.',
  invalid_permission: 'Use app:resource:action in lowercase, such as crm:contacts:export.',
  invalid_application: 'Use lowercase letters, digits, -, and _, beginning with a letter.',
  reserved_application:
    'This name is reserved by the service. Choose a different application name.',
  other_application: 'This doesn’t begin with the name of the application.',
  invalid_key: 'Use lowercase letters, digits, and _, beginning with a letter.',
  reserved_key: 'This key is reserved. Choose a different one.',
  read_only: 'You can’t change this field.',
  invalid_date: 'Use a date as in 2026-11-30.',
  other_field_type: 'Fields of this type don’t have this setting.',
  repeated_option: 'Each option may be listed once.',
  unreadable_field: 'Users can only fill in what they can see.',
  unwritable_field: 'Users can only be required to fill in what they can change.',
  invalid: 'This value is invalid.',
}

/** The errors of a body, one entry per field, from zod's issues. Never contains what was sent. */
export function fieldErrorsOf(error: Pick<z.ZodError, 'issues'>): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const code = issue.message in SENTENCES ? issue.message : 'unknown_field'
      return issue.keys.map((key) => fieldError([...issue.path, key], code))
    }
    // Of several variants, the one that was probably meant: the one with the fewest errors.
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const [meant] = [...issue.errors].sort((a, b) => a.length - b.length)
      return fieldErrorsOf({
        issues: meant!.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      })
    }
    return [withSupportedValues(fieldError(issue.path, codeOf(issue)), issue)]
  })
}

/** Longer lists are in the OpenAPI document. */
const MAX_VALUES_NAMED = 50

function withSupportedValues(error: FieldError, issue: z.core.$ZodIssue): FieldError {
  if (error.code !== 'not_supported' || issue.code !== 'invalid_value') return error
  const values = issue.values.map(String)
  if (values.length === 0 || values.length > MAX_VALUES_NAMED) return error
  return { ...error, detail: `${error.detail} Supported: ${values.join(', ')}.` }
}

/** One field error with its standard sentence. */
export function fieldError(path: PropertyKey[], code: string): FieldError {
  const pointer = path
    .map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`)
    .join('')
  return { pointer, code, detail: SENTENCES[code] ?? SENTENCES.invalid! }
}

function codeOf(issue: z.core.$ZodIssue): string {
  // A value of the wrong type is present: calling it missing would be misleading.
  const wrongType = issue.code === 'invalid_type' && issue.input !== undefined
  if (issue.message in SENTENCES && !(wrongType && issue.message === 'required'))
    return issue.message
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
