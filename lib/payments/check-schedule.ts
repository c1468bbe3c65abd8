import { addSeconds } from '@/lib/platform/clock'

/** The schedule of questions: until an age, in seconds, so often. */
const SCHEDULE = [
  [60, 5],
  [600, 30],
  [7200, 300],
] as const
const AFTERWARDS_SECONDS = 1800

/** When the provider is next asked about something that was begun at `createdAt`: soon at first, then less often. */
export function nextCheckAfter(createdAt: Date, now: Date): Date {
  const age = (now.getTime() - createdAt.getTime()) / 1000
  const [, seconds] = SCHEDULE.find(([until]) => age < until) ?? [0, AFTERWARDS_SECONDS]
  return addSeconds(now, seconds)
}

/** How long a question to the provider may be under way before somebody else may ask: longer than its timeouts and retries. */
export const QUESTION_SECONDS = 20

/** Providers remember idempotency keys for a day: within it a lost request is sent again, afterwards it is searched for. */
export const RESEND_SECONDS = 23 * 3600

/** A customer who has not confirmed a payment by then has left. */
export const ABANDONED_SECONDS = 3600
