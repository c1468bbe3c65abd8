import { z } from 'zod'
import {
  emailField,
  filledOwnPassword,
  knownEmailField,
  optionalPersonName,
  ownPassword,
} from '@/lib/accounts/user-fields'
import { profileValuesInput } from '@/lib/profile-fields/profile-field.schemas'

/**
 * A password as typed: any non-empty string. The password policy decides whether a new one is
 * strong enough.
 */
const password = z.string({ error: 'required' }).min(1, { error: 'required' })
/** An emailed token. A malformed one is refused as an invalid token, not as an invalid request. */
const token = z.string({ error: 'required' }).min(1, { error: 'required' })
const botcheckToken = z.string().max(4096, { error: 'too_long' }).optional()

export const registerBody = z.object({
  email: emailField,
  password,
  name: optionalPersonName.optional(),
  fields: profileValuesInput.optional(),
  botcheck_token: botcheckToken,
})

export const loginBody = z.object({
  email: knownEmailField,
  password,
  botcheck_token: botcheckToken,
})

/** Marks a field that belongs to the other form of a body. */
export const elsewhere = z.never({ error: 'unknown_field' }).optional()
const code = z.string({ error: 'required' }).min(1, { error: 'required' })

export const secondStepBody = z.object({
  mfa_token: token,
  code,
  email: elsewhere,
  password: elsewhere,
})

/** Both sign-in steps use one endpoint; a body has exactly one of the two forms. */
export const signInBody = z.union([
  loginBody.extend({ mfa_token: elsewhere, code: elsewhere }),
  secondStepBody,
])

export const mfaSetupBody = z.object({ password: password.optional() })

export const mfaCodeBody = z.object({ code })

export const mfaDisableBody = z.object({ code, password: password.optional() })

/** Any text: one that is no token is answered as an inactive token (RFC 7662 §2.2). */
export const introspectBody = z.object({ token: z.string({ error: 'required' }) })

export const refreshBody = z.object({ refresh_token: token })

export const logoutBody = z
  .object({
    refresh_token: z.string().optional(),
    all: z.boolean().optional(),
  })
  .meta({ examples: [{ refresh_token: 'Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw' }] })

export const forgotPasswordBody = z.object({
  email: knownEmailField,
  botcheck_token: botcheckToken,
})

export const resendVerificationBody = forgotPasswordBody

export const resetPasswordBody = z.object({ token, password })

/** Of a link in an email whose page asks for nothing else. */
export const tokenBody = z.object({ token })

export const verifyEmailBody = z.object({
  token,
  password: password
    .optional()
    .describe(
      'Sets the account’s password. Required unless this was the only registration of the address',
    ),
})

export const changePasswordBody = z.object({ current_password: password, new_password: password })

export const setupBody = z.object({
  token,
  email: emailField,
  password,
  name: optionalPersonName.optional(),
})

export const acceptInvitationBody = z.object({
  token,
  password,
  name: optionalPersonName.optional(),
  fields: profileValuesInput.optional(),
})

export const updateProfileBody = z
  .object({
    name: optionalPersonName.nullable().optional(),
    locale: z.enum(['en', 'tr'], { error: 'not_supported' }).nullable().optional(),
    avatar_upload_id: z
      .uuid({ error: 'invalid' })
      .nullable()
      .optional()
      .describe('The ID of an image you uploaded; null removes your picture'),
    fields: profileValuesInput.optional(),
  })
  .meta({ examples: [{ name: 'Ada Lovelace', locale: 'en' }] })

const parameter = z.string().optional()

/**
 * The query parameters of a start request. They are validated together where the allowlist is
 * known.
 */
export const oauthStartQuery = z.object({
  redirect_uri: parameter.describe(
    'Redirect URI of a native app; must match an entry of OAUTH_APP_REDIRECT_URIS exactly',
  ),
  code_challenge: parameter.describe('PKCE challenge of the app; required with redirect_uri'),
  code_challenge_method: parameter.describe('S256; required with redirect_uri'),
  state: parameter.describe('Opaque value returned to the app; required with redirect_uri'),
})

/**
 * The query parameters of a provider's redirect. All of them are untrusted until checked against
 * the authorization flow.
 */
export const oauthCallbackQuery = z
  .object({
    code: parameter,
    state: parameter,
    error: parameter,
    iss: parameter,
  })
  .meta({ examples: [{ code: 'gho_16C7e42F292c6912E7', state: 'x6fQ2v' }] })

export const oauthTokenBody = z.object({
  code: token,
  code_verifier: token.meta({ examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'] }),
  redirect_uri: token,
})

// The password is required when the account has one. Without one, the sign-in must be recent.
export const emailChangeBody = z.object({ new_email: emailField, password: filledOwnPassword })
export const deleteAccountBody = z.object({ password: filledOwnPassword })

/** What proves that a signed-in user is the owner, before a change of the ways to sign in. */
export const ownerProofBody = z.strictObject({
  password: ownPassword.describe(
    'Your password; required without a recent sign-in (10 minutes by default)',
  ),
})

/** What an operation with that body can refuse because of the proof. */
export const OWNER_PROOF_REFUSALS = [
  'invalid_credentials',
  'reauthentication_required',
  'account_locked',
  'overloaded',
] as const
