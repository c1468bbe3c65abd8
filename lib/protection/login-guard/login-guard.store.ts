import type { Credentials } from '@/lib/accounts/user.store'
import { settings } from '@/lib/config/settings'
import { equalBytes } from '@/lib/platform/crypto'
import { db, type Db, runNamed } from '@/lib/platform/db/database'
import { deviceHash, type GuardKeys, guardKeys } from '@/lib/protection/login-guard/guard-keys'

export interface AttemptOwner extends Credentials {
  /** Of the pending registrations, newest first: the account itself has no password yet. */
  waitingHashes: string[]
}

export type Decision =
  /** `owner`: the user with that email. */
  | { kind: 'admitted'; knownDevice: boolean; owner: AttemptOwner | null }
  /**
   * `by`: `network` if the budget of the client's IP address is locked, whatever else is; otherwise
   * the account's or device's.
   */
  | { kind: 'locked'; until: Date; by: 'network' | 'account' }
  /** Unsettled attempts hold the rest of the budget `held`. */
  | { kind: 'wait'; held: string }

export type AttemptOutcome = 'succeeded' | 'failed' | 'released'

/** The owner's columns are null if there is none, and if the attempt is not admitted. */
interface ReserveRow extends Omit<AttemptOwner, 'id' | 'email' | 'waitingHashes'> {
  decision: Decision['kind']
  until: Date | null
  held: Uint8Array | null
  knownDevice: boolean
  id: string | null
  email: string | null
  waitingHashes: string[] | null
}

/**
 * The owner comes with the decision, not in a separate statement before it: this halves the round
 * trips of a sign-in.
 */
const RESERVE = {
  name: 'reserve-attempt',
  text: `
    SELECT r.decision, r.until, r.held, r.known_device AS "knownDevice", u.id, u.email, u.name, u.status::text AS status,
      u.password_hash AS "passwordHash", u.password_changed_at AS "passwordChangedAt", u.email_verified_at AS "emailVerifiedAt",
      u.mfa_enabled_at AS "mfaEnabledAt",
      CASE WHEN u.status = 'pending' AND u.password_hash IS NULL THEN ARRAY(
        SELECT a.password_hash FROM registration_attempts a
        WHERE a.user_id = u.id AND a.expires_at > $9::timestamptz ORDER BY a.created_at DESC) END AS "waitingHashes"
    FROM login_guard_reserve($1::bytea, $2::bytea, $3::bytea, $4::bytea, $5::text, $6::integer, $7::integer,
      $8::double precision, $9::timestamptz, $10::timestamptz, $11::text) r
    LEFT JOIN users u ON r.decision = 'admitted' AND u.email = $5::text`,
}

const SETTLE = {
  name: 'settle-attempt',
  text: `
    SELECT 1 FROM login_guard_settle($1::bytea, $2::integer, $3::bytea, $4::integer, $5::text, $6::double precision,
      $7::timestamptz, $8::timestamptz, $9::text)`,
}

/**
 * Asks the database for one attempt (login_guard_reserve, one round trip, atomic): known device or
 * not, locked or not, admitted or not, and the user with that email. An admitted attempt that is
 * not settled by `deadline` counts as failed. A lock that begins because of such attempts is
 * written to the audit trail.
 */
export async function reserve(
  attempt: { email: string; keys: GuardKeys; lockNote: string },
  { at, deadline }: { at: Date; deadline: Date },
): Promise<Decision> {
  const { keys, email, lockNote } = attempt
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  const budgets = [keys.email, keys.ip, keys.device, keys.deviceHash]
  const limits = [maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds]
  const [row] = await runNamed<ReserveRow>(db(), RESERVE, [
    ...budgets,
    email,
    ...limits,
    at,
    deadline,
    lockNote,
  ])
  if (row?.decision === 'admitted')
    return { kind: 'admitted', knownDevice: row.knownDevice, owner: ownerOf(row) }
  if (row?.decision === 'locked' && row.until) {
    const byAddress = row.held !== null && equalBytes(row.held, keys.ip)
    return { kind: 'locked', until: row.until, by: byAddress ? 'network' : 'account' }
  }
  return { kind: 'wait', held: Buffer.from(row?.held ?? keys.email).toString('hex') }
}

function ownerOf(row: ReserveRow): AttemptOwner | null {
  const {
    id,
    email,
    name,
    status,
    passwordHash,
    passwordChangedAt,
    emailVerifiedAt,
    mfaEnabledAt,
  } = row
  if (id === null || email === null) return null
  const user = {
    id,
    email,
    name,
    status,
    passwordHash,
    passwordChangedAt,
    emailVerifiedAt,
    mfaEnabledAt,
  }
  return { ...user, waitingHashes: row.waitingHashes ?? [] }
}

/**
 * Records how an admitted attempt ended (login_guard_settle, one statement), and writes a lock that
 * begins with it to the audit trail. A late or repeated call changes nothing.
 */
export async function settle(
  attempt: { accountKey: Buffer; ipKey: Buffer | null; at: Date; deadline: Date; lockNote: string },
  outcome: AttemptOutcome,
): Promise<void> {
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  const budgets = [attempt.accountKey, maxLoginAttempts, attempt.ipKey, maxLoginAttemptsPerIp]
  // No other outcome begins a lock.
  const note = outcome === 'failed' ? attempt.lockNote : null
  const how = [outcome, lockoutDurationSeconds, attempt.at, attempt.deadline, note]
  await runNamed(db(), SETTLE, [...budgets, ...how])
}

const MAX_DEVICES = 20

/** Whether this user has signed in from this device before. */
export async function isKnownDevice(
  db: Db,
  { userId, deviceToken }: { userId: string; deviceToken: string | null },
): Promise<boolean> {
  if (!deviceToken) return false
  return (
    (await db.knownDevice.count({
      where: { userId, deviceHash: new Uint8Array(deviceHash(deviceToken)) },
    })) > 0
  )
}

/**
 * The part of a statement that records that a user has signed in from a device (OWASP device
 * cookies): the device gets its own budget and is not affected by a lock that strangers caused. At
 * most 20 are kept for each user; the least recently used are removed first. Returns a list of
 * common table expressions that expects `owners` (a table name; its `id` is the user's) to have one
 * row or none, and two SQL expressions: `hash` is what `deviceHash` returns for the token. Never
 * pass anything but constants.
 */
export function rememberedDevice({
  owners,
  hash,
  at,
}: {
  owners: string
  hash: string
  at: string
}): string {
  // The deletion selects from the insertion, so that it runs second, and skips rows locked by
  // another sign-in of the same user, so that the two cannot deadlock. A device that is already
  // known evicts none.
  return `
    remembered AS (
      INSERT INTO known_devices (device_hash, user_id, created_at, last_used_at)
      SELECT ${hash}, ${owners}.id, ${at}, ${at} FROM ${owners}
      ON CONFLICT (device_hash, user_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
      RETURNING user_id),
    forgotten AS (
      DELETE FROM known_devices
      WHERE user_id = (SELECT user_id FROM remembered) AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = (SELECT user_id FROM remembered) AND device_hash <> ${hash}
        ORDER BY last_used_at DESC, device_hash
        OFFSET ${MAX_DEVICES - 1} FOR UPDATE SKIP LOCKED))`
}

/** Forgets all devices of a user: each loses its separate budget until it signs in again. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.knownDevice.deleteMany({ where: { userId } })
}

/**
 * Resets the count of an email and ends its lock, for a user who has just proved by email that the
 * account is theirs. Unsettled attempts stay unsettled; the budgets of IP addresses and devices
 * don't change.
 */
export async function liftEmailLock(db: Db, email: string): Promise<void> {
  const { email: key } = guardKeys({ email, ip: null, deviceToken: null })
  await db.$executeRaw`UPDATE login_guard SET failures = 0, locked_until = NULL WHERE key = ${key}::bytea`
}

const BATCH = 500

/**
 * Deletes counters without effect: window and lock have ended, and no unsettled attempt could still
 * count. Works in small batches that skip locked rows, so that no sign-in waits. Returns how many
 * were deleted.
 */
export async function purgeLoginGuard(now: Date): Promise<number> {
  const { lockoutDurationSeconds } = settings().guard
  let removed = 0
  for (;;) {
    const batch = await db().$executeRaw`
      DELETE FROM login_guard WHERE key IN (
        SELECT key FROM login_guard
        WHERE window_ends_at <= ${now}::timestamptz
          AND (locked_until IS NULL OR locked_until <= ${now}::timestamptz)
          AND NOT EXISTS (
            SELECT FROM unnest(pending) AS deadline
            WHERE deadline + make_interval(secs => ${lockoutDurationSeconds}::double precision) > ${now}::timestamptz)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    removed += batch
    if (batch < BATCH) return removed
  }
}
