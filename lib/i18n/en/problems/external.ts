import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Wait for the time in the `Retry-After` header, then try again.'

/** External sign-in and the bot check. */
export const externalProblems = {
  oauth_provider_disabled: {
    title: 'Provider not available',
    text: 'You can’t sign in with this provider here.',
    remedy: '`GET /api/v1/auth/providers` lists the available providers.',
  },
  passkey_refused: {
    title: 'Passkey refused',
    text: 'The passkey couldn’t be verified, or the request expired. Try again.',
    remedy:
      'Request new options and try again. Each challenge works once, within 5 minutes, and only with the token or session it was issued for.',
  },
  oauth_failed: {
    title: 'Sign-in with the provider failed',
    text: 'The sign-in couldn’t be completed. Try again.',
    remedy:
      'Start again. The `state`, the code, and the handoff code each work once and expire quickly.',
  },
  oauth_denied: {
    title: 'Sign-in canceled',
    text: 'You canceled the sign-in at the provider.',
    remedy: 'Start again and allow access.',
  },
  oauth_email_required: {
    title: 'Verified email address required',
    text: 'The provider didn’t share a verified email address. Verify one there, then try again.',
    remedy: 'The provider account needs a verified email address (on GitHub, the primary one).',
  },
  oauth_unavailable: {
    title: 'Provider unavailable',
    text: 'The provider can’t be used right now. Try again in a moment, or sign in another way.',
    remedy: waitForRetryAfter,
  },
  account_link_required: {
    title: 'Connect the account first',
    text: 'An account with this email address exists. Sign in to it as usual (if you were invited, with the link in the invitation), then connect the provider under Connected accounts.',
    remedy:
      'Accounts with administrative permissions can only be connected by a user who is signed in to them.',
  },
  identity_taken: {
    title: 'Connected to another user',
    text: 'That account is already connected to another user.',
    remedy:
      'Disconnect it from the other user first, or choose a different account at the provider.',
  },
  last_way_in: {
    title: 'Last sign-in method',
    text: 'This is the only way to sign in to your account. Set a password first.',
    remedy:
      'Set a password with the link that `POST /api/v1/auth/forgot-password` sends, then try again.',
  },
  botcheck_failed: {
    title: 'Bot check failed',
    text: 'We couldn’t verify that you’re human. Try again.',
    remedy:
      'Send a new `botcheck_token`. Each one works once, and only for the form it was created for.',
  },
  botcheck_unavailable: {
    title: 'Bot check unavailable',
    text: 'We can’t verify that you’re human right now. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
} satisfies Record<string, ProblemText>
