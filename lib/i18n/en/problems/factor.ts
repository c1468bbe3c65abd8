import type { ProblemText } from '@/lib/i18n/problem-text'

/** The second factor. */
export const factorProblems = {
  invalid_mfa_code: {
    title: 'Wrong code',
    text: 'The code is wrong or was used before. Wait for the next one and try again.',
    remedy: 'Each code works once. After ten wrong codes the second step is locked for a while.',
  },
  mfa_challenge_expired: {
    title: 'Sign-in expired',
    text: 'This sign-in took too long or had too many wrong codes. Start again.',
    remedy:
      'Sign in again; a challenge lasts five minutes and five tries, and belongs to the device that started it.',
  },
  mfa_already_enabled: {
    title: 'Two-step sign-in is already on',
    text: 'Two-step sign-in is already on.',
    remedy: 'Turn it off before you set it up again.',
  },
  mfa_not_enabled: {
    title: 'Two-step sign-in is off',
    text: 'Two-step sign-in is not on.',
    remedy: 'Set it up first.',
  },
  mfa_enrolment_missing: {
    title: 'Set-up expired',
    text: 'There is no set-up to complete, or it has expired. Start again.',
    remedy: 'Call POST /mfa/setup again and use the new secret.',
  },
} satisfies Record<string, ProblemText>
