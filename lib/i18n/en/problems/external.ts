import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Wait as long as the Retry-After header says, then try again.'

/** External sign-in and the bot check. */
export const externalProblems = {
  oauth_provider_disabled: {
    title: 'Provider not available',
    text: 'Sign-in with this provider is not available here.',
    remedy: 'GET /api/v1/auth/providers lists those that are.',
  },
  oauth_failed: {
    title: 'Sign-in with the provider failed',
    text: 'The sign-in could not be completed. Try again.',
    remedy: 'Start over; state, code and hand-off code each work once and for a short time.',
  },
  oauth_denied: {
    title: 'Sign-in canceled',
    text: 'You canceled the sign-in at the provider.',
    remedy: 'Start over and allow it.',
  },
  oauth_email_required: {
    title: 'Verified email address required',
    text: 'The provider did not give us a verified email address. Verify one there, then try again.',
    remedy: 'The account at the provider needs a verified (at GitHub: primary) email address.',
  },
  oauth_unavailable: {
    title: 'Provider unavailable',
    text: 'The provider cannot be reached. Try again in a moment, or sign in another way.',
    remedy: waitForRetryAfter,
  },
  account_link_required: {
    title: 'Connect the account first',
    text: 'An account with this address exists. Sign in with its password, then connect the provider under Connected accounts.',
    remedy:
      'Accounts with administrative permissions can be connected only by someone who is signed in to them.',
  },
  identity_taken: {
    title: 'Connected elsewhere',
    text: 'That account is already connected to another user.',
    remedy: 'Disconnect it there first, or choose another account at the provider.',
  },
  last_way_in: {
    title: 'Last way to sign in',
    text: 'This is the only way to sign in to your account. Set a password first.',
    remedy: 'Set a password with “Forgot password”, then try again.',
  },
  botcheck_failed: {
    title: 'Bot check not passed',
    text: 'The check that you are human failed. Try again.',
    remedy: 'Send a fresh botcheck_token; each works once and for the form it was made for.',
  },
  botcheck_unavailable: {
    title: 'Bot check unavailable',
    text: 'The check that you are human cannot be made at the moment. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
} satisfies Record<string, ProblemText>
