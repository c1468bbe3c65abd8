import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Wait for the time in the `Retry-After` header, then try again.'

/** Limits, and failures on our side. */
export const troubleProblems = {
  rate_limited: {
    title: 'Too many requests',
    text: 'Too many requests in a short time. Wait a moment, then try again.',
    remedy: waitForRetryAfter,
  },
  internal_error: {
    title: 'Internal error',
    text: 'Something went wrong on our side. Try again. If it keeps happening, report the request ID.',
    remedy: 'Try again later. Include `request_id` when you report it.',
  },
  overloaded: {
    title: 'Overloaded',
    text: 'The service is busy. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
  trail_too_long: {
    title: 'Audit trail too long',
    text: 'The audit trail is too long to verify here. Run “gatehousectl audit verify” on the server, which has no time limit.',
    remedy: 'Run `gatehousectl audit verify` on the server. Retrying here takes just as long.',
  },
  unavailable: {
    title: 'Unavailable',
    text: 'The service is unavailable right now. Try again in a moment.',
    remedy: waitForRetryAfter,
  },
  phone_budget_exceeded: {
    title: 'Too many codes',
    text: 'You’ve requested too many codes. Wait a while, then try again.',
    remedy:
      'Wait for the time in the `Retry-After` header. Limits: 1 code per minute, 5 per hour, 10 per day.',
  },
  sms_unavailable: {
    title: 'Text messages unavailable',
    text: 'Text messages can’t be sent right now. Try again later.',
    remedy:
      'The daily limit is reached. Raise `SMS_DAILY_LIMIT` or `SMS_COUNTRY_DAILY_LIMIT`, or wait for the time in the `Retry-After` header.',
  },
} satisfies Record<string, ProblemText>
