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
  phone_budget_exceeded: {
    title: 'Too many codes',
    text: 'You requested too many confirmation codes. Wait a while, then try again.',
    remedy: 'Wait as long as Retry-After says: a minute between codes, five an hour, ten a day.',
  },
  sms_unavailable: {
    title: 'Text messages unavailable',
    text: 'No text messages can be sent at the moment. Try again later.',
    remedy:
      'The daily limit is used up: raise SMS_DAILY_LIMIT or SMS_COUNTRY_DAILY_LIMIT, or wait as long as Retry-After says.',
  },
} satisfies Record<string, ProblemText>
