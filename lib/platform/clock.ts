import { remember } from '@/lib/platform/remember'

/** Where the time comes from; tests put another one in its place. */
export interface Clock {
  now(): Date
}

const holder = () => remember<{ clock: Clock }>('clock', () => ({ clock: { now: () => new Date() } }))

/** The present instant, by the clock in force. */
export function now(): Date {
  return holder().clock.now()
}

/** Puts another clock in force (tests only) and returns the one before it. */
export function setClock(clock: Clock): Clock {
  const previous = holder().clock
  holder().clock = clock
  return previous
}

/** `date` plus a number of seconds, which may be negative or fractional. */
export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

/** Whole seconds since the epoch (RFC 7519 NumericDate). */
export function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
