import { z } from 'zod'
import { userResponse } from '@/lib/accounts/user-fields'
import { completeListOf } from '@/lib/platform/complete-list'
import { instant } from '@/lib/platform/instant'

const id = z.uuid()

/**
 * The schemas of API responses. The OpenAPI document is generated from them, and contract tests
 * compare responses against them.
 */
export const tokenResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime of the access token in seconds'),
    refresh_token: z.string(),
    refresh_expires_in: z.int().describe('Lifetime of the refresh token in seconds'),
    session_id: id,
    device_token: z.string().describe('Send it as X-Device-Token at the next sign-in'),
    user: userResponse,
  })
  .meta({ id: 'Tokens' })

export const mfaRequiredResponse = z
  .strictObject({
    status: z.literal('mfa_required'),
    mfa_token: z
      .string()
      .describe(
        'Send it with a code to POST /auth/login or /auth/mfa/verify, or with a passkey to the latter. Grants no other access',
      ),
    methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'])),
    expires_in: z.int().describe('Lifetime of the MFA token in seconds'),
  })
  .meta({ id: 'MfaChallenge' })

/** RFC 7662 §2.2. About a token that is not active, nothing is said but that. */
export const introspectionResponse = z
  .union([
    z.strictObject({
      active: z.literal(true),
      token_type: z.literal('Bearer'),
      client_id: z.enum(['api', 'web']).describe('web: the cookie of the pages'),
      sub: id.describe('The user'),
      sid: id.describe('The session'),
      iss: z.string().meta({ examples: ['https://id.example.com'] }),
      aud: z.string().meta({ examples: ['api'] }),
      exp: z.int().describe('Seconds since the epoch'),
      auth_time: z
        .int()
        .optional()
        .describe('When the user signed in, in seconds since the epoch; missing if `act` is there'),
      act: z
        .strictObject({ sub: id })
        .optional()
        .describe('The administrator who views as the user (RFC 8693 §4.1)'),
    }),
    z.strictObject({
      active: z.literal(true),
      token_type: z.literal('Bearer'),
      client_id: z.literal('api_key'),
      api_key_id: id,
      sub: id.describe('The owner of the key'),
      exp: z.int().describe('Seconds since the epoch'),
      scope: z
        .string()
        .meta({ examples: ['users:list users:read'] })
        .describe('What the key may do now: its permissions that its owner holds'),
    }),
    z.strictObject({ active: z.literal(false) }),
  ])
  .meta({ id: 'TokenIntrospection' })

/** The result of the first step. */
export const signInResponse = z
  .union([tokenResponse, mfaRequiredResponse])
  .meta({ id: 'SignInResult' })

export const mfaSetupResponse = z
  .strictObject({
    secret: z
      .string()
      .meta({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] })
      .describe('Base32, 160 bits'),
    otpauth_url: z.string().meta({
      examples: [
        'otpauth://totp/Gatehouse:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Gatehouse',
      ],
    }),
    qr_svg: z
      .string()
      .meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg">…</svg>'] })
      .describe('The otpauth_url as a QR code'),
    expires_in: z.int().describe('Seconds left to enter the first code'),
  })
  .meta({ id: 'MfaSetup' })

export const recoveryCodesResponse = z
  .strictObject({ recovery_codes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' })

export const registeredResponse = z
  .strictObject({ status: z.literal('verification_required') })
  .meta({ id: 'Registration' })
export const acceptedResponse = z
  .strictObject({ status: z.literal('accepted') })
  .meta({ id: 'Acceptance' })
export const confirmedResponse = z
  .strictObject({ user: userResponse })
  .meta({ id: 'ConfirmedUser' })
export const verifiedResponse = z
  .strictObject({
    user: userResponse,
    awaits_approval: z
      .boolean()
      .describe('Whether an administrator has to approve the account before the user can sign in')
      .meta({ examples: [false] }),
  })
  .meta({ id: 'VerifiedUser' })

export const permissionsResponse = z
  .strictObject({
    user_id: id,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    version: z.string().meta({ examples: ['Zq3v8LkX0aTf1mWd'] }),
  })
  .meta({ id: 'OwnPermissions' })

export const providersResponse = z
  .strictObject({ providers: z.array(z.string()) })
  .meta({ id: 'SignInProviders' })

export const identityResponse = z
  .strictObject({
    provider: z.string(),
    email: z
      .string()
      .nullable()
      .describe('The email address the provider reported when it was connected'),
    linked_at: instant,
    last_used_at: instant,
  })
  .meta({ id: 'Identity' })

export const identitiesResponse = completeListOf(identityResponse).meta({ id: 'IdentityList' })
