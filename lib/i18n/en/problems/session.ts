import type { ProblemText } from '@/lib/i18n/problem-text'

const signInAgain = 'Sign in again.'
const refreshOrSignIn = 'Refresh the access token. If that fails too, sign in again.'

/** Sign-in, sessions and links. */
export const sessionProblems = {
  invalid_credentials: {
    title: 'Incorrect email address or password',
    text: 'The email address or password is incorrect.',
    remedy:
      'Check both, or reset the password. The response is the same for email addresses without an account.',
  },
  token_missing: {
    title: 'Token missing',
    text: 'Sign in to do this.',
    remedy: 'Send the access token in the header `Authorization: Bearer <token>`.',
  },
  invalid_token: {
    title: 'Invalid token',
    text: 'Your session is invalid. Sign in again.',
    remedy: refreshOrSignIn,
  },
  token_expired: {
    title: 'Token expired',
    text: 'Your session has expired. Sign in again.',
    remedy: 'Refresh the access token and retry the request.',
  },
  session_revoked: {
    title: 'Session ended',
    text: 'This session has ended. Sign in again.',
    remedy: signInAgain,
  },
  impersonation_read_only: {
    title: 'Read-only session',
    text: 'You can’t change anything while you view as another user. Stop viewing first.',
    remedy:
      'Use your own session. A session started with `POST /api/v1/users/{id}/impersonate` is read-only. End it with `DELETE /api/v1/auth/impersonation`.',
  },
  reauthentication_required: {
    title: 'Recent sign-in required',
    text: 'Sign in again to do this.',
    remedy:
      'Sign in again. `max_age` is the maximum age of the sign-in, in seconds. To add a passkey to an account with a password, send the password, or sign in with it or with a passkey.',
  },
  refresh_token_reused: {
    title: 'Refresh token reused',
    text: 'A token of this session was used twice, so we ended the session. Sign in again.',
    remedy:
      'Each refresh token works once. Keep the newest one, and send an `Idempotency-Key` to retry safely.',
  },
  invalid_refresh_token: {
    title: 'Invalid refresh token',
    text: 'Your session has expired. Sign in again.',
    remedy: signInAgain,
  },
  invalid_or_expired_token: {
    title: 'Invalid or expired link',
    text: 'This link is invalid, expired, or already used. Request a new one.',
    remedy: 'Request a new email. Each link works once and for a limited time.',
  },
  email_not_verified: {
    title: 'Email address not confirmed',
    text: 'Confirm your email address first. Open the link in the email we sent you.',
    remedy:
      'Open the link in the email, or request a new one with `POST /api/v1/auth/resend-verification`.',
  },
  registration_closed: {
    title: 'Sign-up closed',
    text: 'You can’t sign up with this email address. Ask an administrator for an invitation.',
    remedy:
      '`AUTH_REGISTRATION` decides who may sign up. The response is the same whether or not the address has an account. Administrators can invite any address.',
  },
  approval_pending: {
    title: 'Waiting for approval',
    text: 'An administrator has to approve your account before you can sign in. We’ll email you when it’s approved.',
    remedy:
      'A user with the `users:activate` permission approves the sign-up with `POST /api/v1/registrations/{id}/approve`.',
  },
  password_required: {
    title: 'Password required',
    text: 'To confirm this address, enter the password you chose when you signed up, or a new one.',
    remedy:
      'Send `password` together with the token. This address was registered more than once, or the account has roles other than `user`. The link stays valid.',
  },
  account_locked: {
    title: 'Too many attempts',
    text: 'Too many failed attempts. Wait before you try again, or reset your password.',
    remedy:
      'Wait for the time in the `Retry-After` header. `locked_by` says whether the account or the network had too many failed attempts. Resetting the password unlocks the account, but not the network; operators unlock both with `gatehousectl unlock`. If many users share an IP address, raise `AUTH_MAX_LOGIN_ATTEMPTS_PER_IP`.',
  },
  account_disabled: {
    title: 'Account not active',
    text: 'This account isn’t active. Contact an administrator.',
    remedy: 'An administrator can activate or restore the account.',
  },
  password_too_weak: {
    title: 'Password too weak',
    text: 'Choose a stronger password.',
    remedy: '`errors` lists the reasons. Length helps more than special characters.',
  },
} satisfies Record<string, ProblemText>
