import { z } from 'zod'
import {
  emailField,
  filledOwnPassword,
  optionalPersonName,
  personName,
} from '@/lib/accounts/user-fields'
import { withAsciiDomain } from '@/lib/config/email-address'
import { isOneLine, normalizedField } from '@/lib/platform/input-fields'
import { USER_KINDS, USER_STATUSES } from '@/lib/platform/user-statuses'
import { profileValuesInput } from '@/lib/profile-fields/profile-field.schemas'

/** Sort orders of the user list; `-` means descending. Safe to import in a browser. */
export const USER_SORTS = ['-created_at', 'created_at', 'email', '-email', 'name', '-name'] as const

export type UserSort = (typeof USER_SORTS)[number]

export const DEFAULT_USER_SORT: UserSort = '-created_at'

// Bodies are strict: a client that sends an unknown field gets an error instead of assuming it took
// effect.

/** Characters that no list, log or statement can contain: NUL and lone surrogates. */
export const UNSTORABLE = /\0|\p{Cs}/u

const plainText = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .refine((text) => !UNSTORABLE.test(text), { error: 'invalid_characters' })

const roleNames = z
  .array(plainText(256).min(1, { error: 'required' }))
  .max(100, { error: 'too_long' })
  .describe('Role names')

/** Filters and order of the user list, in addition to limit and cursor. */
export const userListFields = {
  query: plainText(256)
    .transform(withAsciiDomain)
    .optional()
    .describe(
      'Any part of the email address or name; case-insensitive. One or two characters match the start only.',
    ),
  status: z.enum(USER_STATUSES).optional(),
  role: plainText(256).optional().describe('A role name'),
  kind: z.enum(USER_KINDS).optional(),
  sort: z.enum(USER_SORTS).default(DEFAULT_USER_SORT),
}

export const changeRolesBody = z.strictObject({ roles: roleNames })

export const changeEmailBody = z.strictObject({ email: emailField })

export const changeUserBody = z
  .strictObject({
    name: optionalPersonName.nullable().optional(),
    fields: profileValuesInput.optional(),
  })
  .meta({ examples: [{ name: 'Ada Lovelace', fields: { department: 'Sales' } }] })

const MAX_REASON = 500

export const declineBody = z.strictObject({
  reason: normalizedField(MAX_REASON, isOneLine)
    .pipe(z.string().max(MAX_REASON, { error: 'too_long' }))
    .transform((text) => text || null)
    .nullable()
    .optional()
    .describe('Sent to the user')
    .meta({ examples: ['Please sign up with your work address.'] }),
})

export const invitationLinkBody = z.strictObject({
  password: filledOwnPassword.describe(
    'Your own password; required without a recent sign-in (10 minutes by default)',
  ),
})

export const inviteBody = z.strictObject({
  kind: z.literal('person').optional(),
  email: emailField,
  name: optionalPersonName.nullable().optional(),
  roles: roleNames.default(['user']),
  fields: profileValuesInput.optional(),
})

export const serviceAccountBody = z.strictObject(
  {
    kind: z.literal('service'),
    name: personName,
    roles: roleNames.default(['user']),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && keys?.join() === 'email' ? 'no_email' : undefined,
  },
)

/** Without a kind, a person is invited. */
export const newUserBody = z.union([inviteBody, serviceAccountBody])
