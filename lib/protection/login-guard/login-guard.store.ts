import type { Credentials } from '@/lib/accounts/user.store'
import { settings } from '@/lib/config/settings'
import { addSeconds, timeForDatabase } from '@/lib/platform/clock'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db, type Db, defineStatement, runStatement } from '@/lib/platform/db/database'
import { databaseTime, databaseTimeAt } from '@/lib/platform/db/database-time'
import { ipKey } from '@/lib/platform/ip-address'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/**
 * The budgets that an attempt may be charged to, each as a SHA-256 hash, so that the table stores
 * no email addresses of strangers.
 */
export interface GuardKeys {
  email: Buffer
  ip: Buffer
  device: Buffer
  deviceHash: Buffer | null
}

/** The same for an attempt that may not be charged to the email (`email` is null). */
export type BudgetKeys = Omit<GuardKeys, 'email'> & { email: Buffer | null }

/** The keys of an attempt. `email` is normalized; IP addresses count by their `ipKey`. */
export function guardKeys(attempt: {
  email: string
  ip: string | null
  deviceToken: string | null
}): GuardKeys {
  const hash = attempt.deviceToken ? deviceHash(attempt.deviceToken) : null
  return keysOfDevice(attempt, hash)
}

/** The same for a device whose token is only known by its hash. */
export function keysOfDevice(
  attempt: { email: string; ip: string | null },
  hash: Buffer | null,
): GuardKeys {
  return {
    email: sha256(`email\n${attempt.email}`),
    ip: sha256(`ip\n${ipKey(attempt.ip)}`),
    device: sha256(`device\n${hash?.toString('hex') ?? ''}\n${attempt.email}`),
    deviceHash: hash,
  }
}

/** By the clock of the database. */
export interface AttemptTimes {
  at: Date
  /** When the attempt counts as failed if it is not settled. */
  deadline: Date
}

export interface AttemptOwner extends Credentials {
  /** Of the pending registrations, newest first: the account itself has no password yet. */
  waitingHashes: string[]
}

export type Decision =
  /** `owner`: the user with that email. */
  | ({ kind: 'admitted'; knownDevice: boolean; owner: AttemptOwner | null } & AttemptTimes)
  /**
   * `by`: `network` if the budget of the client's IP address is locked, whatever else is; otherwise
   * the account's or device's.
   */
  | { kind: 'locked'; secondsLeft: number; by: 'network' | 'account' }
  /** Unsettled attempts hold the rest of the budget `held`. */
  | { kind: 'wait'; held: string }

export type AttemptOutcome = 'succeeded' | 'failed' | 'released'

/** The owner's columns are null if there is none, and if the attempt is not admitted. */
interface ReserveRow extends Omit<AttemptOwner, 'id' | 'email' | 'waitingHashes'> {
  decision: Decision['kind']
  at: Date
  until: Date | null
  held: Uint8Array | null
  knownDevice: boolean
  id: string | null
  email: string | null
  waitingHashes: string[] | null
}

interface ReserveValues extends BudgetKeys {
  address: string
  maxAttempts: number
  maxAttemptsPerIp: number
  lockSeconds: number
  at: Date | null
  lockNote: string
}

/**
 * Far longer than the longest wait for a hash and a statement. An attempt that is unsettled after
 * that belongs to a dead process.
 */
const PENDING_SECONDS = 15

/**
 * The owner comes with the decision, not in a separate statement before it: this halves the round
 * trips of a sign-in.
 */
const RESERVE = defineStatement<ReserveValues>(
  'reserve-attempt',
  `
    SELECT r.decision, t.at, r.until, r.held, r.known_device AS "knownDevice", u.id, u.email, u.name, u.status::text AS status,
      u.password_hash AS "passwordHash", u.password_changed_at AS "passwordChangedAt", u.email_verified_at AS "emailVerifiedAt", u.approval_requested_at AS "approvalRequestedAt",
      u.mfa_enabled_at AS "mfaEnabledAt",
      CASE WHEN u.status = 'pending' AND u.password_hash IS NULL THEN ARRAY(
        SELECT a.password_hash FROM registration_attempts a
        WHERE a.user_id = u.id AND a.expires_at > t.at ORDER BY a.created_at DESC) END AS "waitingHashes"
    FROM (SELECT ${databaseTime(':at')} AS at) t
    CROSS JOIN LATERAL login_guard_reserve(:email::bytea, :ip::bytea, :device::bytea, :deviceHash::bytea, :address::text,
      :maxAttempts::integer, :maxAttemptsPerIp::integer, :lockSeconds::double precision, t.at,
      t.at + interval '${PENDING_SECONDS} seconds', :lockNote::text) r
    LEFT JOIN users u ON r.decision = 'admitted' AND u.email = :address::text AND u.kind = 'person'`,
)

const SETTLE = defineStatement<{
  accountKey: Buffer | null
  maxAttempts: number
  ipKey: Buffer | null
  maxAttemptsPerIp: number
  outcome: AttemptOutcome
  lockSeconds: number
  at: Date
  deadline: Date
  lockNote: string | null
}>(
  'settle-attempt',
  `
    SELECT 1 FROM login_guard_settle(:accountKey::bytea, :maxAttempts::integer, :ipKey::bytea, :maxAttemptsPerIp::integer,
      :outcome::text, :lockSeconds::double precision, :at::timestamptz, :deadline::timestamptz, :lockNote::text)`,
)

/**
 * Asks the database for one attempt (login_guard_reserve, one round trip, atomic): known device or
 * not, locked or not, admitted or not, and the user with that email. An admitted attempt that is
 * not settled within 15 s counts as failed. A lock that begins because of such attempts is written
 * to the audit trail. `now` plays a part only in tests.
 */
export async function reserve(
  attempt: { email: string; keys: BudgetKeys; lockNote: string },
  now: Date,
): Promise<Decision> {
  const { keys, email, lockNote } = attempt
  const [row] = await runStatement<ReserveRow, ReserveValues>(db(), RESERVE, {
    ...keys,
    address: email,
    ...limits(),
    at: timeForDatabase(now),
    lockNote,
  })
  if (row?.decision === 'admitted') {
    const { at, knownDevice } = row
    const deadline = addSeconds(at, PENDING_SECONDS)
    return { kind: 'admitted', knownDevice, owner: ownerOf(row), at, deadline }
  }
  if (row?.decision === 'locked' && row.until) {
    const byAddress = row.held !== null && equalBytes(row.held, keys.ip)
    const secondsLeft = (row.until.getTime() - row.at.getTime()) / 1000
    return { kind: 'locked', secondsLeft, by: byAddress ? 'network' : 'account' }
  }
  return { kind: 'wait', held: Buffer.from(row?.held ?? keys.ip).toString('hex') }
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
    approvalRequestedAt,
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
    approvalRequestedAt,
    mfaEnabledAt,
  }
  return { ...user, waitingHashes: row.waitingHashes ?? [] }
}

/**
 * Records how an admitted attempt ended (login_guard_settle, one statement), and writes a lock that
 * begins with it to the audit trail. A late or repeated call changes nothing.
 */
export async function settle(
  attempt: AttemptTimes & { accountKey: Buffer | null; ipKey: Buffer | null; lockNote: string },
  outcome: AttemptOutcome,
): Promise<void> {
  const { accountKey, ipKey, at, deadline } = attempt
  // No other outcome begins a lock.
  const lockNote = outcome === 'failed' ? attempt.lockNote : null
  await runStatement(db(), SETTLE, {
    accountKey,
    ipKey,
    ...limits(),
    outcome,
    at,
    deadline,
    lockNote,
  })
}

/** A reserved attempt whose password was correct. */
export interface Success {
  accountKey: Buffer | null
  ipKey: Buffer | null
  deadline: Date
}

const SETTLE_SUCCESSES = defineStatement<{
  accountKeys: (Buffer | null)[]
  ipKeys: (Buffer | null)[]
  deadlines: Date[]
}>(
  'settle-successes',
  `
    SELECT 1 FROM login_guard_settle_successes(:accountKeys::bytea[], :ipKeys::bytea[], :deadlines::timestamptz[])`,
)

/** Records that several admitted attempts succeeded, in one statement. */
export async function settleSuccesses(attempts: readonly Success[]): Promise<void> {
  await runStatement(db(), SETTLE_SUCCESSES, {
    accountKeys: attempts.map(({ accountKey }) => accountKey),
    ipKeys: attempts.map(({ ipKey }) => ipKey),
    deadlines: attempts.map(({ deadline }) => deadline),
  })
}

function limits() {
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  return {
    maxAttempts: maxLoginAttempts,
    maxAttemptsPerIp: maxLoginAttemptsPerIp,
    lockSeconds: lockoutDurationSeconds,
  }
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

/**
 * Deletes up to `limit` counters without effect: window and lock have ended, and no unsettled
 * attempt could still count. Skips locked rows, so that no sign-in waits. Returns how many were
 * deleted.
 */
export function purgeLoginGuard(db: Db, now: Date, limit: number): Promise<number> {
  const { lockoutDurationSeconds } = settings().guard
  const at = databaseTimeAt(now)
  return db.$executeRaw`
    DELETE FROM login_guard WHERE key IN (
      SELECT key FROM login_guard
      WHERE window_ends_at <= ${at} AND (locked_until IS NULL OR locked_until <= ${at})
        AND NOT EXISTS (
          SELECT FROM unnest(pending) AS deadline
          WHERE deadline + make_interval(secs => ${lockoutDurationSeconds}::double precision) > ${at})
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes the budgets of these addresses. Those of their devices expire. */
export async function forgetAddresses(db: Db, addresses: readonly string[]): Promise<void> {
  const keys = addresses.map((email) => guardKeys({ email, ip: null, deviceToken: null }).email)
  await db.loginGuard.deleteMany({
    where: { key: { in: keys.map((key) => Uint8Array.from(key)) } },
  })
}
