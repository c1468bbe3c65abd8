import type { Db } from '@/lib/platform/db/database'

/** Deletes up to `limit` challenges that have run out, used or not. Returns how many. */
export function purgeChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_challenges WHERE token_hash IN (
      SELECT token_hash FROM mfa_challenges WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes up to `limit` enrolments that were never completed. Returns how many. */
export function purgeEnrolments(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mfa_enrolments WHERE user_id IN (
      SELECT user_id FROM mfa_enrolments WHERE expires_at <= ${now}::timestamptz LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
