import { z } from 'zod'

const instant = z.iso.datetime()
const id = z.uuid()

/** The forms of what the API answers; the OpenAPI document is made from them and the contract tests hold answers against it. */
export const userAnswer = z.strictObject({
  id,
  email: z.string(),
  email_verified: z
    .boolean()
    .describe(
      'False until the address is confirmed, also after an administrator changed it. Does not block signing in',
    ),
  name: z.string().nullable(),
  roles: z.array(z.string()),
  mfa_enabled: z.boolean(),
})

export const tokenAnswer = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Lifetime of the access token in seconds'),
  refresh_token: z.string(),
  refresh_expires_in: z.int().describe('Lifetime of the refresh token in seconds'),
  session_id: id,
  device_token: z.string().describe('Send it as X-Device-Token at the next sign-in'),
  user: userAnswer,
})

export const mfaRequiredAnswer = z.strictObject({
  status: z.literal('mfa_required'),
  mfa_token: z
    .string()
    .describe('Send it with a code to POST /auth/login or /auth/mfa/verify. Grants no other access'),
  methods: z.array(z.enum(['totp', 'recovery_code'])),
  expires_in: z.int().describe('Lifetime of the MFA token in seconds'),
})

/** How a first step ends. */
export const signInAnswer = z.union([tokenAnswer, mfaRequiredAnswer])

export const mfaSetupAnswer = z.strictObject({
  secret: z.string().describe('Base32, 160 bits'),
  otpauth_url: z.string(),
  qr_svg: z.string().describe('The otpauth_url as a QR code'),
  expires_in: z.int().describe('Seconds left to enter the first code'),
})

export const recoveryCodesAnswer = z.strictObject({ recovery_codes: z.array(z.string()) })

export const registeredAnswer = z.strictObject({ status: z.literal('verification_required') })
export const acceptedAnswer = z.strictObject({ status: z.literal('accepted') })
export const verifiedAnswer = z.strictObject({ user: userAnswer })

export const permissionsAnswer = z.strictObject({
  user_id: id,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  version: z.string(),
})

export const profileAnswer = userAnswer.extend({
  locale: z.string().nullable(),
  phone: z.string().nullable().describe('In E.164 format. Used only while phone_verified is true'),
  phone_verified: z.boolean(),
  avatar_url: z.string().nullable().describe('Accessible to you and to users with users:read'),
  created_at: instant,
})

export const sessionAnswer = z.strictObject({
  id,
  surface: z.enum(['web', 'api']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
})

export const catalogAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      resource: z.string(),
      retired: z.literal(true).optional().describe('No longer in the catalog: kept, but never granted'),
    }),
  ),
})

export const providersAnswer = z.strictObject({ providers: z.array(z.string()) })

export const identitiesAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      provider: z.string(),
      email: z.string().nullable().describe('The email address the provider reported when it was connected'),
      linked_at: instant,
      last_used_at: instant,
    }),
  ),
})

/** One page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    page: z.strictObject({ next_cursor: z.string().nullable(), has_more: z.boolean() }),
  })
