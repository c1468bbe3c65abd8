import type { ProblemText } from '@/lib/i18n/problem-text'

/** Two-step verification. */
export const factorProblems = {
  invalid_mfa_code: {
    title: 'Incorrect code',
    text: 'That code is incorrect or already used. Wait for the next one and try again.',
    remedy:
      'Each code works once. After 10 incorrect codes, two-step verification is locked for a while.',
  },
  invalid_email_code: {
    title: 'Incorrect email code',
    text: 'That code is incorrect, expired, or already used. Enter the newest one, or request another.',
    remedy:
      'A code works once, within 10 minutes, and only with the `challenge_id` of its request. After 5 incorrect codes, request a new one.',
  },
  feature_disabled: {
    title: 'Not available here',
    text: 'This way to sign in isn’t available here. Sign in another way.',
    remedy:
      'Passkeys need a domain name and HTTPS (`AUTH_PASSKEY_RP_ID`). Email codes are off until `AUTH_EMAIL_CODE` is `true`, and need an email server.',
  },
  mfa_challenge_expired: {
    title: 'Sign-in expired',
    text: 'This sign-in took too long or had too many incorrect codes. Start again.',
    remedy:
      'Sign in again. A challenge lasts 5 minutes, allows 5 attempts, and belongs to the device that started it.',
  },
  mfa_enrolment_required: {
    title: 'Two-step verification required',
    text: 'Your account requires two-step verification. Set it up to continue.',
    remedy:
      'Set up an authenticator app (`POST /api/v1/auth/mfa/setup`) or add a passkey (`POST /api/v1/me/passkeys/options`). Until then, the session and the account’s API keys can’t be used for anything else.',
  },
  mfa_proof_required: {
    title: 'Passkey confirmation required',
    text: 'Confirm with your passkey to continue.',
    remedy:
      'Confirm with a passkey (`POST /api/v1/auth/reauthenticate`), or sign in with one. Until then, the session can’t be used for anything else.',
  },
  last_second_factor: {
    title: 'Last verification method',
    text: 'Your account requires two-step verification. Set up another method before you remove this one.',
    remedy: 'Add another passkey or an authenticator app first.',
  },
  mfa_already_enabled: {
    title: 'Two-step verification is already on',
    text: 'Two-step verification is already on for your account.',
    remedy: 'Turn it off before you set it up again.',
  },
  mfa_not_enabled: {
    title: 'Two-step verification is off',
    text: 'Two-step verification isn’t turned on for your account.',
    remedy: 'Set it up first.',
  },
  mfa_enrolment_missing: {
    title: 'Setup expired',
    text: 'There is no setup to complete, or it has expired. Start again.',
    remedy: 'Call `POST /api/v1/auth/mfa/setup` again and use the new secret.',
  },
} satisfies Record<string, ProblemText>
