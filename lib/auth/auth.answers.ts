import { z } from 'zod'
import { userResponse } from '@/lib/users/public-user'

const instant = z.iso.datetime()
const id = z.uuid()

/** What the API answers; the OpenAPI document is made from these schemas, and contract tests compare. */
export const tokenResponse = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Lifetime of the access token in seconds'),
  refresh_token: z.string(),
  refresh_expires_in: z.int().describe('Lifetime of the refresh token in seconds'),
  session_id: id,
  device_token: z.string().describe('Send it as X-Device-Token at the next sign-in'),
  user: userResponse,
})

export const mfaRequiredResponse = z.strictObject({
  status: z.literal('mfa_required'),
  mfa_token: z
    .string()
    .describe('Send it with a code to POST /auth/login or /auth/mfa/verify. Grants no other access'),
  methods: z.array(z.enum(['totp', 'recovery_code'])),
  expires_in: z.int().describe('Lifetime of the MFA token in seconds'),
})

/** How a first step ends. */
export const signInResponse = z.union([tokenResponse, mfaRequiredResponse])

export const mfaSetupResponse = z.strictObject({
  secret: z.string().describe('Base32, 160 bits'),
  otpauth_url: z.string(),
  qr_svg: z.string().describe('The otpauth_url as a QR code'),
  expires_in: z.int().describe('Seconds left to enter the first code'),
})

export const recoveryCodesResponse = z.strictObject({ recovery_codes: z.array(z.string()) })

export const registeredResponse = z.strictObject({ status: z.literal('verification_required') })
export const acceptedResponse = z.strictObject({ status: z.literal('accepted') })
export const verifiedResponse = z.strictObject({ user: userResponse })

export const permissionsResponse = z.strictObject({
  user_id: id,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  version: z.string(),
})

export const providersResponse = z.strictObject({ providers: z.array(z.string()) })

export const identityResponse = z.strictObject({
  provider: z.string(),
  email: z.string().nullable().describe('The email address the provider reported when it was connected'),
  linked_at: instant,
  last_used_at: instant,
})

export const identitiesResponse = z.strictObject({ data: z.array(identityResponse) })
