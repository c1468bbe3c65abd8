import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Wait as long as the Retry-After header says, then try again.'

/** Limits and trouble on our side. */
export const troubleProblems = {
  rate_limited: {
    title: 'Too many requests',
    text: 'Too many requests in a short time. Wait a moment, then try again.',
    remedy: waitForRetryAfter,
  },
  internal_error: {
    title: 'Internal error',
    text: 'Something went wrong on our side. Try again. If it keeps happening, report the request ID.',
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
} satisfies Record<string, ProblemText>
