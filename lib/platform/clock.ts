import { processSingleton } from '@/lib/config/process-singleton'

/** The source of the time; tests replace it. */
export interface Clock {
  now(): Date
}

/** Kept because Next replaces the global one, with which creating a date takes far longer. */
const SystemDate = Date

const holder = () =>
  processSingleton<{ clock: Clock }>('clock', () => ({ clock: { now: () => new SystemDate() } }))

/** The current instant. */
export function now(): Date {
  return holder().clock.now()
}

/** Replaces the clock (tests only) and returns the previous one. */
export function setClock(clock: Clock): Clock {
  const previous = holder().clock
  holder().clock = clock
  return previous
}

const database = () => processSingleton('database-clock', () => ({ isSetByCallers: false }))

/** From now on, statements use the time that their callers pass (tests only). */
export function setDatabaseClockByCallers(isSetByCallers: boolean): void {
  database().isSetByCallers = isSetByCallers
}

/**
 * What a statement gets as the present time, if instances must agree on it: null, so that it uses
 * the clock of the database (`databaseTime`). Only in tests is it the time that they set.
 */
export function timeForDatabase(now: Date): Date | null {
  return database().isSetByCallers ? now : null
}

/**
 * How far ahead the clock of another instance may be, such as one that issued a token
 * (docs/decisions/0032).
 */
export const CLOCK_AHEAD_SECONDS = 120

/** `date` plus a number of seconds, which may be negative or fractional. */
export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

/** A clock that shows `start` now and goes on from there. */
export function clockFrom(start: Date): () => Date {
  const ahead = start.getTime() - now().getTime()
  return () => new SystemDate(now().getTime() + ahead)
}

/** Whole seconds since the epoch (RFC 7519 NumericDate). */
export function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2}))?/
const MINUTE_MS = 60_000

/** Whether a time zone of that name (IANA) exists. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * The instant at which a clock in that zone shows `local` ("2026-11-21T14:05"); null if either is
 * invalid. For an hour that is repeated or skipped, a nearby instant.
 */
export function instantInZone(local: string, zone: string): Date | null {
  const shown = LOCAL.test(local) ? Date.parse(`${local.slice(0, 16)}Z`) : Number.NaN
  if (Number.isNaN(shown) || !isTimeZone(zone)) return null
  // The offset is that of the resulting instant, so the second guess uses the offset at the first.
  const guess = shown - offsetMs(shown, zone)
  return new Date(shown - offsetMs(guess, zone))
}

function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = OFFSET.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
