import type { ProblemCode } from '@/lib/platform/problems'

/** A problem in words: a title, what it means to whoever sees it, and what a client's developer does about it. */
export interface ProblemText {
  title: string
  text: string
  remedy: string
}

const signInAgain = 'Sign in again.'
const refreshOrSignIn = 'Refresh the access token; where that fails too, sign in again.'
const waitForRetryAfter = 'Wait as long as the Retry-After header says, then try again.'

/** Every problem that a client can meet, by its code. */
export const problemTexts: Record<ProblemCode, ProblemText> = {
  malformed_json: {
    title: 'Malformed JSON',
    text: 'The body is not valid JSON.',
    remedy: 'Send one JSON object, in UTF-8.',
  },
  bad_request: {
    title: 'Bad request',
    text: 'The request can not be read.',
    remedy: 'Compare the request with the API reference.',
  },
  invalid_or_expired_token: {
    title: 'Invalid or expired link',
    text: 'This link is not valid, was used already or has expired. Ask for a new one.',
    remedy: 'Ask for a new message; each link works once and for a limited time.',
  },
  invalid_credentials: {
    title: 'Wrong e-mail address or password',
    text: 'The e-mail address or the password is wrong.',
    remedy: 'Check both, or reset the password. The answer is the same for addresses without an account.',
  },
  token_missing: {
    title: 'Token missing',
    text: 'Sign in to do this.',
    remedy: 'Send the access token as Authorization: Bearer.',
  },
  invalid_token: {
    title: 'Invalid token',
    text: 'Your session is not valid. Sign in again.',
    remedy: refreshOrSignIn,
  },
  token_expired: {
    title: 'Token expired',
    text: 'Your session has expired. Sign in again.',
    remedy: 'Refresh the access token and repeat the request.',
  },
  session_revoked: {
    title: 'Session ended',
    text: 'This session has ended. Sign in again.',
    remedy: signInAgain,
  },
  reauthentication_required: {
    title: 'Recent sign-in needed',
    text: 'Sign in again to do this.',
    remedy: 'Sign in again; max_age tells how fresh the sign-in must be, in seconds.',
  },
  refresh_token_reused: {
    title: 'Refresh token reused',
    text: 'This session was used from two places and has been ended. Sign in again.',
    remedy:
      'Each refresh token works once. Keep the newest one, and send an Idempotency-Key to retry safely.',
  },
  invalid_refresh_token: {
    title: 'Invalid refresh token',
    text: 'Your session has expired. Sign in again.',
    remedy: signInAgain,
  },
  email_not_verified: {
    title: 'E-mail address not confirmed',
    text: 'Confirm your e-mail address first: open the link in the message that we sent you.',
    remedy: 'Open the link in the message, or ask for a new one with POST /api/v1/auth/resend-verification.',
  },
  insufficient_permission: {
    title: 'Permission missing',
    text: 'You do not have the permission that this needs.',
    remedy: 'required_permission names it. An administrator can give it to one of your roles.',
  },
  origin_not_allowed: {
    title: 'Origin not allowed',
    text: 'The request came from another site. Open this page directly and try again.',
    remedy: 'Call from an allowed origin, or from outside a browser with a Bearer token.',
  },
  not_found: {
    title: 'Not found',
    text: 'There is nothing here, or you may not know of it.',
    remedy: 'Check the address and the id.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    text: 'This address does not answer that method.',
    remedy: 'The Allow header lists the methods that it answers.',
  },
  conflict: {
    title: 'Conflict',
    text: 'This conflicts with the present state.',
    remedy: 'Read the object again and decide anew.',
  },
  email_taken: {
    title: 'E-mail address taken',
    text: 'Another account has this e-mail address.',
    remedy: 'Use another address.',
  },
  precondition_failed: {
    title: 'Changed meanwhile',
    text: 'Somebody changed this meanwhile. Look at it again before you save.',
    remedy: 'Read the object again, and send its new ETag as If-Match.',
  },
  body_too_large: {
    title: 'Body too large',
    text: 'That is larger than this address accepts.',
    remedy: 'Send less than 100 kB.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    text: 'This kind of content is not accepted here.',
    remedy: 'Send Content-Type: application/json.',
  },
  validation_failed: {
    title: 'Validation failed',
    text: 'Check the marked fields.',
    remedy: 'errors lists each fault with a JSON Pointer to the field.',
  },
  password_too_weak: {
    title: 'Password too weak',
    text: 'Choose another password.',
    remedy: 'errors says why. Length helps more than special characters.',
  },
  account_locked: {
    title: 'Too many attempts',
    text: 'Too many failed attempts. Wait a while, or reset the password.',
    remedy: 'Wait as long as the Retry-After header says. Resetting the password stays possible.',
  },
  rate_limited: {
    title: 'Too many requests',
    text: 'Too many requests from your network address. Wait a moment.',
    remedy: waitForRetryAfter,
  },
  invalid_mfa_code: {
    title: 'Wrong code',
    text: 'The code is wrong or was used before. Wait for the next one and type it again.',
    remedy: 'Each code works once. After ten wrong codes the second step is locked for a while.',
  },
  mfa_challenge_expired: {
    title: 'Sign-in expired',
    text: 'This sign-in took too long or had too many wrong codes. Start again.',
    remedy:
      'Sign in again; a challenge lasts five minutes and five tries, and belongs to the device that began it.',
  },
  oauth_failed: {
    title: 'Sign-in with the provider failed',
    text: 'The sign-in could not be completed. Try again.',
    remedy: 'Begin again from the start; state, code and hand-off code each work once and for a short time.',
  },
  oauth_denied: {
    title: 'Sign-in cancelled',
    text: 'You cancelled the sign-in at the provider.',
    remedy: 'Begin again and allow it.',
  },
  oauth_email_required: {
    title: 'Verified e-mail address needed',
    text: 'The provider names no verified e-mail address for you. Verify one there, then try again.',
    remedy: 'The account at the provider needs a verified (at GitHub: primary) e-mail address.',
  },
  botcheck_failed: {
    title: 'Bot check not passed',
    text: 'The check that you are human was not passed. Try it again.',
    remedy: 'Send a fresh botcheck_token; each works once and for the form it was made for.',
  },
  account_disabled: {
    title: 'Account disabled',
    text: 'This account is not active. Turn to an administrator.',
    remedy: 'An administrator can activate or restore the account.',
  },
  oauth_provider_disabled: {
    title: 'Provider not available',
    text: 'Sign-in with this provider is not available here.',
    remedy: 'GET /api/v1/auth/providers lists those that are.',
  },
  mfa_already_enabled: {
    title: 'Two-step sign-in is on already',
    text: 'Two-step sign-in is on already.',
    remedy: 'Turn it off before you set it up anew.',
  },
  mfa_not_enabled: {
    title: 'Two-step sign-in is off',
    text: 'Two-step sign-in is not on.',
    remedy: 'Set it up first.',
  },
  mfa_enrolment_missing: {
    title: 'Set-up expired',
    text: 'There is no set-up to complete, or it has expired. Begin it again.',
    remedy: 'Call POST /mfa/setup again and use the new secret.',
  },
  account_link_required: {
    title: 'Connect the account first',
    text: 'An account with this address exists. Sign in with its password, then connect the provider under Connected accounts.',
    remedy:
      'Accounts that hold administrative permissions are connected only by somebody who is signed in to them.',
  },
  identity_taken: {
    title: 'Connected elsewhere',
    text: 'That account of the provider is connected to another person here.',
    remedy: 'Disconnect it there first, or choose another account at the provider.',
  },
  last_way_in: {
    title: 'Last way to sign in',
    text: 'This is the only way to sign in to your account. Set a password first.',
    remedy: 'Set a password by “Forgot password”, then try again.',
  },
  oauth_unavailable: {
    title: 'Provider unavailable',
    text: 'The provider can not be reached. Try again in a moment, or sign in another way.',
    remedy: waitForRetryAfter,
  },
  botcheck_unavailable: {
    title: 'Bot check unavailable',
    text: 'The check that you are human can not be made at the moment. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
  privilege_escalation: {
    title: 'More than you hold',
    text: 'You can neither give permissions that you do not hold yourself, nor change somebody who holds them.',
    remedy: 'Ask somebody who holds those permissions.',
  },
  last_admin: {
    title: 'Last administrator',
    text: 'This is the last active administrator. Make another one first.',
    remedy: 'Give the role admin to another active account, then try again.',
  },
  system_role_immutable: {
    title: 'System role',
    text: 'The roles admin and user can not be changed or deleted.',
    remedy: 'Make a role of your own with the permissions that you need.',
  },
  role_in_use: {
    title: 'Role in use',
    text: 'Somebody still has this role. Take it from them first.',
    remedy: 'List the users of the role, give them others, then delete it.',
  },
  role_name_taken: {
    title: 'Role name taken',
    text: 'Another role has this name. Names differ without regard to case.',
    remedy: 'Choose another name.',
  },
  internal_error: {
    title: 'Internal error',
    text: 'Something went wrong on our side. Try again; if it stays, report the request id.',
    remedy: 'Try again later, and give request_id when you report it.',
  },
  overloaded: {
    title: 'Overloaded',
    text: 'The service is busy. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
  unavailable: {
    title: 'Unavailable',
    text: 'The service is not available right now. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
}
