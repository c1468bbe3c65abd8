import { settings } from '@/lib/config/settings'
import { countryOf } from '@/lib/messaging/sms/phone-number'
import { addSeconds } from '@/lib/platform/clock'
import { derivedKey, hmacSha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'

const HOUR = 3600
const DAY = 86_400
const KEPT_SECONDS = 2 * DAY

/** Codes a user may request per hour, whatever the number. */
export const CODES_PER_HOUR = 5
export const CODES_PER_DAY = 10
/** Codes a number gets per day, from all accounts together. */
export const CODES_PER_NUMBER = 5
/** Security notices a user gets per day. Caps the cost that an attacker can cause. */
export const NOTICES_PER_DAY = 10
/** The share of SMS_DAILY_LIMIT that notifications leave to codes and notices. */
const RESERVED = 0.1

/** Whether a code was granted, or else whose limit is used up and when it resets. */
export type CodeGrant =
  'granted' | { usedUp: 'user' | 'service'; retryAfterSeconds: number } | 'number_used_up'

/**
 * Takes one confirmation code from every budget. A number's exhausted limit is reported separately,
 * because whether others requested codes for it must not be revealed. The rows stay locked until
 * `tx` ends; on a refusal the caller must roll back what was already taken.
 */
export async function takeCode(
  tx: Tx,
  by: { userId: string; phone: string; now: Date },
): Promise<CodeGrant> {
  const { userId, phone, now } = by
  const { dailyLimit, countryDailyLimit } = settings().sms
  const person = [
    { key: `person-hour:${userId}`, limit: CODES_PER_HOUR, seconds: HOUR },
    { key: `person-day:${userId}`, limit: CODES_PER_DAY, seconds: DAY },
  ]
  for (const budget of person)
    if (!(await take(tx, { ...budget, now })))
      return { usedUp: 'user', retryAfterSeconds: secondsLeft(budget.seconds, now) }
  const shared = [
    { key: `country:${countryOf(phone)}`, limit: countryDailyLimit },
    { key: 'service', limit: dailyLimit },
  ]
  for (const budget of shared)
    if (!(await take(tx, { ...budget, seconds: DAY, now })))
      return { usedUp: 'service', retryAfterSeconds: secondsLeft(DAY, now) }
  if (
    !(await take(tx, {
      key: `number:${hashOf(phone)}`,
      limit: CODES_PER_NUMBER,
      seconds: DAY,
      now,
    }))
  )
    return 'number_used_up'
  return 'granted'
}

/** Takes one security notice; false if the limit of the user or the service is used up. */
export async function takeNotice(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const person = { key: `notice:${userId}`, limit: NOTICES_PER_DAY, seconds: DAY, now }
  if (!(await take(db, person))) return false
  return take(db, { key: 'service', limit: settings().sms.dailyLimit, seconds: DAY, now })
}

/**
 * Takes one message of a notification. Notifications leave a tenth of the daily limit to codes and
 * notices.
 */
export function takeNotificationText(db: Db, now: Date): Promise<boolean> {
  const limit = Math.max(1, Math.floor(settings().sms.dailyLimit * (1 - RESERVED)))
  return take(db, { key: 'service', limit, seconds: DAY, now })
}

export function takeTest(db: Db, now: Date): Promise<boolean> {
  return take(db, { key: 'service', limit: settings().sms.dailyLimit, seconds: DAY, now })
}

/** When the daily limits reset. */
export function nextDay(now: Date): Date {
  return addSeconds(now, secondsLeft(DAY, now))
}

/** Deletes counters of past windows. Returns how many. */
export function purgeSmsBudgets(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM sms_budgets WHERE (key, window_start) IN (
      SELECT key, window_start FROM sms_budgets WHERE window_start < ${addSeconds(now, -KEPT_SECONDS)}::timestamptz
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** One statement: concurrent calls wait for the row lock and count again. */
async function take(
  db: Db,
  { key, limit, seconds, now }: { key: string; limit: number; seconds: number; now: Date },
): Promise<boolean> {
  const windowStart = new Date(now.getTime() - (now.getTime() % (seconds * 1000)))
  const taken = await db.$executeRaw`
    INSERT INTO sms_budgets AS b (key, window_start, taken) VALUES (${key}, ${windowStart}::timestamptz, 1)
    ON CONFLICT (key, window_start) DO UPDATE SET taken = b.taken + 1 WHERE b.taken < ${limit}::int`
  return taken === 1
}

function secondsLeft(seconds: number, now: Date): number {
  return seconds - (Math.floor(now.getTime() / 1000) % seconds)
}

function hashOf(phone: string): string {
  return hmacSha256(derivedKey(settings().mfa.encryptionKey, 'sms-budget'), phone).toString(
    'base64url',
  )
}
